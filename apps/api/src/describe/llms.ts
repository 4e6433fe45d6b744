/** Describes the API in a few lines, for assistants that write code against it. */
import { OPERATIONS, type Operation } from '../operations/index.ts';
import { explain, proof, WHEN } from '../request/parameters.ts';
import { pathOf } from './openapi.ts';

/** Every check and list takes these, so they are described once. */
const EVERYWHERE = new Set<string>([explain, proof, ...Object.values(WHEN)].map(({ name }) => name));

export function createLlmsText(publicUrl: string): string {
  const write = (operation: Operation) => {
    const query = Object.values(operation.parameters)
      .filter((parameter) => parameter.in === 'query' && !EVERYWHERE.has(parameter.name))
      .map(({ name, required }) => (required ? name : `[${name}]`));
    const text = `${pathOf(operation)}${query.length > 0 ? `?${query.join('&')}` : ''}`;
    const [sentence] = (operation.description ?? operation.summary).split(/(?<=\.) /);
    return `- ${operation.method} ${publicUrl}${text}: ${sentence}`;
  };
  const listOf = (...tags: readonly Operation['tag'][]) =>
    OPERATIONS.filter(({ tag }) => tags.includes(tag)).map(write);
  const lines = listOf('v2', 'v1');
  const more = listOf('beyond');
  return `# Mandate

> Answers over HTTP whether a hot wallet may act for a cold wallet, from on-chain delegation registries. Every answer names
> the block that it is true for. It writes to no chain.

Facts that are easy to get wrong:
- \`from\` (alias \`vault\`) is the cold wallet that gives; \`to\` (alias \`delegate\`) is the hot wallet that acts.
- \`chainId\` defaults to 1. Send it on every call about another chain. Chains: ${publicUrl}/networks
- A boolean check's body is exactly \`true\` or \`false\`. "Not delegated" is 200.
- 503 means that the service does not know now. Never turn it, a 429 or a network error into false, 0 or [].
- Token ids and balances are uint256: exact JSON integers of up to 78 digits. In JavaScript send \`numbers=string\` and use BigInt.
- A list has outgoing AND incoming delegations. Anyone can delegate to any wallet: look at \`from\` and \`to\`, never at list[0].
- A row with \`rights\` other than 32 zero bytes is limited to that purpose. An ERC20 row has \`tokenId\` null and \`tokenType\` "ERC20".
- \`rights\` is bytes32: text is padded with zeros on the right ("vote" is 0x766f7465 and 56 zeros).
- To ask whether someone may act, use a check, not the list: a check knows that a delegation of the whole wallet covers a token.
- "Which vaults may this hot wallet act for?" is one call, /resolve, over all chains and both registries. Look at \`chains\`: one with \`known: false\` could not answer.
- "Which delegations has this wallet?" is one call, /wallets/{wallet}, over all chains and both registries, in pages.
- Many checks are one call, POST /batch. A \`value\` of null is unknown, never "no".
- For money, tokens and votes add \`consistency=strict\`: a grant counts once the chain calls it safe, a revocation at once.
- Key a claim on the vault or the token, never on the hot wallet: a vault may have two delegates.
- Every answer has X-Chain-Id, X-Block-Number, X-Block-Hash, X-Block-Timestamp.

## Operations
${lines.join('\n')}

Each of these also takes:
- [blockTag=latest|safe|finalized], or [atBlock] (a number), or [atTime] (seconds or 2026-01-31T12:00:00Z), or [consistency=strict]
- [minBlock]: waits until the answer is about this block or a later one, up to 5 seconds, then 503
- [explain=true] (checks): {value, because: [the delegations that satisfy it, with transaction and block], block}
- [proof=true] (checks): {value, block with its header, proof}: verify it with \`verifyCheck\` of @mandate/sdk/proof. Not with explain or strict

## All chains, many questions, and changes
${more.join('\n')}
- Webhooks: with a secret key, the service posts each change to a URL, signed. [How to receive them](${publicUrl}/docs/guides/webhooks/)

## For assistants
- Tools over the Model Context Protocol: ${publicUrl}/mcp (streamable HTTP), or \`mandate mcp\` with MANDATE_URL=${publicUrl || '<this URL>'} (stdio). [How to add them](${publicUrl}/docs/guides/assistants/)

## More
- [OpenAPI 3.1](${publicUrl}/openapi.json)
- [Guides, concepts and the reference, each page also as Markdown](${publicUrl}/docs/)
- [All of these pages in one file](${publicUrl}/docs/llms-full.txt)
- [Errors, code by code](${publicUrl}/errors)
- [Status of each chain](${publicUrl}/status)
`;
}
