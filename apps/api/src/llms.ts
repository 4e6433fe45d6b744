/** The interface in a few lines, for assistants that write code against it. */
import { OPERATIONS } from './operations.ts';

export function createLlmsText(publicUrl: string): string {
  const lines = OPERATIONS.map(({ path, description, parameters }) => {
    const template = path.replaceAll(/:(\w+)/g, '{$1}');
    const query = parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, required }) => (required ? name : `[${name}]`));
    return `- GET ${publicUrl}${template}?${query.join('&')}: ${description.split(/(?<=\.) /)[0]}`;
  });
  return `# Mandate

> Asks on-chain delegation registries whether a hot wallet may act for a cold wallet, over HTTP. Every answer names the
> block it is true for. Read-only, GET only.

Facts that are easily got wrong:
- \`from\` (alias \`vault\`) is the cold wallet that gives; \`to\` (alias \`delegate\`) is the hot wallet that acts.
- \`chainId\` defaults to 1. Send it on every call about another chain. Chains: ${publicUrl}/networks
- A boolean check's body is exactly \`true\` or \`false\`. "Not delegated" is 200.
- 503 means the service can't know now. Never turn it, a 429 or a network error into false, 0 or [].
- Token ids and balances are uint256: exact JSON integers of up to 78 digits. In JavaScript send \`numbers=string\` and use BigInt.
- A list holds outgoing AND incoming delegations. Anyone can delegate to any wallet: look at \`from\` and \`to\`, never at list[0].
- A row with \`rights\` other than 32 zero bytes is limited to that purpose. An ERC20 row has \`tokenId\` null and \`tokenType\` "ERC20".
- \`rights\` is bytes32: text is padded with zeros on the right ("vote" is 0x766f7465 and 56 zeros).
- To ask whether someone may act, use a check, not the list: checks know that a wallet-wide delegation covers a token.
- Every answer has X-Chain-Id, X-Block-Number, X-Block-Hash, X-Block-Timestamp.

## Operations
${lines.join('\n')}

## More
- [OpenAPI 3.1](${publicUrl}/openapi.json)
- [Interactive reference](${publicUrl}/docs)
- [Errors, code by code](${publicUrl}/errors)
- [How fresh each chain is](${publicUrl}/status)
`;
}
