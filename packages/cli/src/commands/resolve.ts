/** `mandate resolve` */
import {
  type Address,
  type Client,
  type PartlyResolved,
  type ResolveParameters,
  resolve,
} from '@mandate/sdk';
import type { Command } from '../command.ts';
import {
  assertOptions,
  type OptionName,
  readChains,
  readRegistry,
  readRights,
  readTokenId,
  readWhole,
  UsageError,
  type Values,
} from '../options.ts';
import { createPaint, printable, type Terminal } from '../output/terminal.ts';
import { describeGrant, writeJson } from '../output/words.ts';

const OPTIONS: readonly OptionName[] = [
  ...(['to', 'from', 'contract', 'token', 'rights', 'chain', 'registry'] as const),
  ...(['limit', 'cursor', 'strict'] as const),
];
const [FOUND, NOBODY, NOT_KNOWN] = [0, 1, 2];

export const RESOLVE: Command = {
  usage: '--to <hot> | --from <cold> [...]',
  about: 'find the vaults of a hot wallet, or the hot wallets of a vault',
  options: OPTIONS,
  examples: [
    'resolve --to 0x… --contract 0x… --chain 1',
    "resolve --to 0x… --json | jq -r '.wallets[].address'",
  ],
  run: runResolve,
};

async function runResolve(
  client: Client,
  rest: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  if (rest.length > 0 || (values.to === undefined) === (values.from === undefined)) {
    throw new UsageError('resolve needs one wallet: mandate resolve --to <hot>, or --from <cold>.');
  }
  assertOptions(values, 'resolve', [], OPTIONS);
  const resolved = await resolve<true>(client, parametersOf(values));
  const isJson = values.json || !terminal.isTerminal;
  terminal.print(isJson ? writeJson(resolved) : describe(resolved, values, terminal));
  if (resolved.unknown.length > 0) return NOT_KNOWN;
  return resolved.wallets.length > 0 ? FOUND : NOBODY;
}

function parametersOf(values: Values) {
  const { to, from, contract, token, rights, chain, limit, cursor, strict } = values;
  const registry = readRegistry(values, ['all', 'v1', 'v2']);
  // `resolve` itself validates the addresses.
  return {
    ...(to === undefined ? { from: from as Address } : { to: to as Address }),
    contract: contract as Address | undefined,
    tokenId: token === undefined ? undefined : readTokenId(token),
    rights: rights === undefined ? undefined : readRights(rights),
    chainIds: readChains(chain),
    registries: registry === 'all' ? undefined : [registry],
    limit: limit === undefined ? undefined : readWhole('limit', limit),
    cursor: cursor as Address | undefined,
    consistency: strict ? 'strict' : undefined,
    partial: true,
  } satisfies ResolveParameters<true>;
}

function describe(
  { wallets, unknown, nextCursor }: PartlyResolved,
  values: Values,
  terminal: Terminal,
): string {
  const paint = createPaint(terminal);
  const title =
    values.to === undefined
      ? `Wallets that may act for ${values.from}`
      : `Wallets that ${values.to} may act for`;
  const lines = wallets.flatMap(({ address, grants }) => [
    `  ${address}`,
    ...grants.map(
      ({ chainId, broadest }) => `    ${paint('dim', `chain ${chainId}:`)} ${describeGrant(broadest)}`,
    ),
  ]);
  const missing = unknown.map(
    ({ chainId, code, detail }) =>
      `${paint('yellow', '? unknown')}  chain ${chainId}: ${printable(detail)} (${printable(code)})`,
  );
  return [
    `${paint('bold', title)} ${paint('dim', `(${wallets.length})`)}`,
    lines.length > 0
      ? lines.join('\n')
      : `  ${unknown.length > 0 ? 'None found on the chains that answered.' : 'None found.'}`,
    ...(missing.length > 0 ? [missing.join('\n')] : []),
    ...(nextCursor === null ? [] : [`${paint('yellow', 'Next page:')} --cursor ${nextCursor}`]),
  ].join('\n\n');
}
