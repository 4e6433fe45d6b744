/** `mandate allowlist` */
import { readFileSync, writeFileSync } from 'node:fs';
import { type Address, type Client, getNetworks, getStatus, type Registry } from '@mandate/sdk';
import { type ClaimRow, createAllowlist } from '../allowlist/allowlist.ts';
import type { Scope } from '../allowlist/claimants.ts';
import { parseHolders } from '../allowlist/holders-file.ts';
import type { Command } from '../command.ts';
import {
  assertOptions,
  describeRightsIdentifier,
  readRegistries,
  readRights,
  readRightsIdentifier,
  readWhole,
  UsageError,
  type Values,
} from '../options.ts';
import { createPaint, type Terminal } from '../output/terminal.ts';
import { writeJson } from '../output/words.ts';

const MAINNET = 1;

export const ALLOWLIST: Command = {
  usage: '--contract <address> --block <n> --holders <file> [...]',
  about: 'write who may claim for each holder of a token, as CSV or with Merkle proofs',
  options: [
    ...(['contract', 'block', 'holders', 'chain', 'rights', 'registry'] as const),
    ...(['exclusive', 'merkle', 'out'] as const),
  ],
  ownOptions: {
    contract: { about: 'contract of the token that the holders have' },
    block: { about: 'final block at which delegations count' },
    chain: { about: 'chain id (default: 1)' },
    registry: { about: 'v1, v2 or all (default: all)' },
    exclusive: { about: 'the exclusive wallet of a vault, or the vault itself, has its only row' },
    json: { about: 'write JSON without proofs, instead of CSV' },
  },
  more: `Each row (wallet, vault, amount) lets the wallet claim the amount of the vault. The vault itself has a row, and so
has each wallet that it delegated everything or the contract to. Delegations of single tokens do not count.

A vault with several wallets has several rows, each with its whole amount. A claim contract MUST record claims per
vault, not per wallet: otherwise it pays for such a vault several times.

The file has a line address,amount for each holder. The same input gives the same bytes.
If anything about a holder is unknown, the command fails and names the holder.`,
  examples: [
    'allowlist --contract 0x… --block 21000000 --holders holders.csv > allowlist.csv',
    'allowlist --contract 0x… --block 21000000 --holders holders.csv --merkle --out allowlist.json',
    'allowlist --contract 0x… --block 21000000 --holders holders.csv --exclusive --rights airdrop',
  ],
  run: runAllowlist,
};

async function runAllowlist(
  client: Client,
  rest: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  if (rest.length > 0)
    throw new UsageError('allowlist takes options only: --contract, --block, --holders and others.');
  assertOptions(values, 'allowlist', ['contract', 'block', 'holders'], ALLOWLIST.options);
  const { holders: file = '', out } = values;
  const holders = parseHolders(readText(file), file);
  const scope = await scopeOf(client, values, terminal);
  await assertFinal(client, scope);
  const rows = await createAllowlist(client, holders, scope, terminal.showProgress);
  const { text, root } = await format(rows, scope, values);
  if (out === undefined) {
    terminal.print(text);
    return 0;
  }
  writeText(out, `${text}\n`);
  const summary = { file: out, vaults: holders.length, rows: rows.length, root };
  terminal.print(
    values.json || !terminal.isTerminal ? writeJson(summary) : describe(summary, rows, values, terminal),
  );
  return 0;
}

async function scopeOf(client: Client, values: Values, terminal: Terminal): Promise<Scope> {
  const { contract = '', block = '', chain, rights, exclusive = false } = values;
  if (!/^0x[0-9a-fA-F]{40}$/.test(contract)) throw new UsageError('--contract must be 0x and 40 hex digits.');
  const chosen = readRegistries(values);
  if (exclusive && chosen?.includes('v1'))
    throw new UsageError('Exclusive delegates are of v2. Leave out --registry, or pass --registry v2.');
  const given = {
    chainId: chain === undefined ? MAINNET : readWhole('chain', chain),
    contract: contract as Address,
    atBlock: readWhole('block', block),
    rights: rights === undefined ? undefined : (exclusive ? readRightsIdentifier : readRights)(rights),
    exclusive,
    signal: terminal.signal ?? new AbortController().signal,
  };
  return { ...given, registries: chosen ?? (await listRegistries(client, given.chainId, exclusive)) };
}

/** Refuses a block that a reorg can still replace: the list would be of a chain that no longer exists. */
async function assertFinal(client: Client, { chainId, atBlock, signal }: Scope): Promise<void> {
  const { chains } = await getStatus(client, { signal });
  const chain = chains.find((one) => one.chainId === chainId);
  if (!chain) throw notServed(chainId);
  const { finalized } = chain;
  if (finalized !== null && atBlock <= finalized) return;
  const next =
    finalized === null
      ? 'The nodes of this chain name no final block.'
      : `Wait, or pass --block ${finalized} or lower.`;
  throw new UsageError(
    `Block ${atBlock} of chain ${chainId} is not final: a reorg can change the list. ${next}`,
  );
}

const notServed = (chainId: number) =>
  new UsageError(`The service does not serve chain ${chainId}. mandate networks lists those it does.`);

/** Returns the registries that the chain has: the other one has no grants there. */
async function listRegistries(client: Client, chainId: number, exclusive: boolean): Promise<Registry[]> {
  if (exclusive) return ['v2'];
  const { networks } = await getNetworks(client);
  const network = networks.find((one) => one.chainId === chainId);
  if (!network) throw notServed(chainId);
  return (['v2', 'v1'] as const).filter((registry) => network.registries[registry] !== null);
}

/** Writes addresses in lower case and amounts as decimal digits, one row after the other. */
async function format(
  rows: readonly ClaimRow[],
  { chainId, contract, atBlock, exclusive }: Scope,
  { merkle, json }: Values,
): Promise<{ text: string; root: string | null }> {
  if (!merkle && !json) {
    const lines = rows.map(({ wallet, vault, amount }) => `${wallet},${vault},${amount}`);
    return { text: ['wallet,vault,amount', ...lines].join('\n'), root: null };
  }
  const about = { chainId, contract: contract.toLowerCase(), block: atBlock, exclusive };
  if (!merkle) return { text: writeJson({ ...about, claims: rows }), root: null };
  // The tree and its hashes take as long to load as the rest of the command.
  const { LEAF_ENCODING, proveRows } = await import('../allowlist/merkle.ts');
  const { root, proofs } = proveRows(rows);
  const claims = rows.map((row, i) => ({ ...row, proof: proofs[i] }));
  return { text: writeJson({ ...about, root, leafEncoding: LEAF_ENCODING, claims }), root };
}

interface Summary {
  readonly file: string;
  readonly vaults: number;
  readonly rows: number;
  readonly root: string | null;
}

function describe(
  { file, vaults, rows, root }: Summary,
  all: readonly ClaimRow[],
  { rights, exclusive }: Values,
  terminal: Terminal,
): string {
  const paint = createPaint(terminal);
  const shared = all.filter(({ vault }, i) => all[i - 1]?.vault !== vault && all[i + 1]?.vault === vault);
  const total = all
    .filter(({ vault }, i) => all[i - 1]?.vault !== vault)
    .reduce((sum, { amount }) => sum + amount, 0n);
  const lines = [
    ['vaults', String(vaults)],
    ['rows', String(rows)],
    ['total', String(total)],
    ['root', root],
    ['rights', rights !== undefined && exclusive ? describeRightsIdentifier(rights) : rights],
  ].flatMap(([label = '', text]) => (text ? [`  ${paint('dim', (label ?? '').padEnd(8))}  ${text}`] : []));
  const several =
    shared.length === 1 ? '1 vault has several rows' : `${shared.length} vaults have several rows`;
  const advice = `${paint('yellow', '!')} ${several}. Record claims per vault, or they are paid several times.`;
  return [
    `${paint('green', '✓')} ${paint('bold', file)}`,
    lines.join('\n'),
    ...(shared.length > 0 ? [advice] : []),
  ].join('\n\n');
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

function writeText(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${(error as Error).message}.`);
  }
}
