/** Requires that an answer names a block of the chain and agrees with the registry there. */
import assert from 'node:assert/strict';
import { askContracts, type LocalChain } from '@mandate/contracts';
import {
  type Address,
  type Answer,
  createDelegation,
  FULL_RIGHTS,
  grantOf,
  type Kind,
  type Question,
  type Registry,
} from '@mandate/core';
import type { Hex } from 'viem';
import type { Case } from '../conformance-case.ts';
import type { Answered } from './ask.ts';
import { expectProof } from './expect-proof.ts';
import { listRegistry, readJson, readRecords } from './registry.ts';

type Block = Awaited<ReturnType<LocalChain['client']['getBlock']>>;

/** Chains whose ledger was written by hand have no contract to ask. */
export async function expectBlock(
  { method, interrupted }: Pick<Case, 'method' | 'interrupted'>,
  path: string,
  answered: Answered,
  chains: readonly LocalChain[],
): Promise<void> {
  const { headers, text } = answered;
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const chainId = searchParams.get('chainId') ?? '1';
  assert.equal(headers.get('x-chain-id'), chainId);
  const chain = chains.find((each) => String(each.chainId) === chainId);
  if (!chain) return;
  const blocks = await listBlocks(chain, searchParams, answered);
  if (method === 'HEAD' || interrupted) return;
  const [, , version, wallet = '', kind] = pathname.split('/');
  const registry = version as Registry;
  const isPage = searchParams.has('cursor') || headers.has('link');
  if (wallet === 'check') {
    const question = readQuestion(registry, kind as Kind, searchParams);
    await expectAnswer(chain, question, searchParams, answered, blocks);
  } else if (!isPage) {
    const from = wallet.toLowerCase() as Address;
    const lists: Record<string, unknown>[][] = [];
    for (const { hash } of blocks) lists.push(await listRegistry(chain, registry, from, hash as Hex));
    const sorted = (records: readonly object[]) => records.map((record) => JSON.stringify(record)).toSorted();
    const isExact = searchParams.get('types') === 'exact';
    const listed = readRecords(text).map(({ firstGrant: _, type, ...record }) => {
      return { type: isExact && type === record['tokenType'] ? 'TOKEN' : type, ...record };
    });
    assert.deepEqual(sorted(listed), sorted(lists.reduce(meet)));
  }
}

/** Reads what a check asks, under either name of a wallet and in any form of an address and a number. */
function readQuestion(registry: Registry, kind: Kind, query: URLSearchParams): Question {
  const read = (name: string, other = name) => (query.get(name) ?? query.get(other))?.toLowerCase();
  const fields = {
    from: read('from', 'vault') as Address,
    to: read('to', 'delegate') as Address,
    contract: read('contract') as Address,
    tokenId: BigInt(read('tokenId') ?? 0),
    rights: (read('rights') || FULL_RIGHTS) as typeof FULL_RIGHTS,
  };
  return grantOf(createDelegation({ registry, kind, amount: 0n, ...fields }));
}

async function expectAnswer(
  chain: LocalChain,
  question: Question,
  query: URLSearchParams,
  answered: Answered,
  blocks: readonly Block[],
): Promise<void> {
  const isExplained = query.get('explain') === 'true';
  const isProven = query.get('proof') === 'true';
  if (isExplained) await expectReasons(chain, answered);
  if (isProven) expectProof(chain, question, answered);
  const { text } = answered;
  const value = isExplained || isProven ? readJson<{ value: unknown }>(text).value : readJson(text);
  const said: Answer[] = [];
  for (const { hash } of blocks) said.push(...(await askContracts(chain, [question], hash as Hex)));
  assert.equal(String(value), String(said.reduce((one, other) => (one < other ? one : other))));
}

/**
 * Returns the blocks at which the answer must hold: the named one, or the last one by then. A strict answer
 * holds at two blocks, unless its grants were interrupted between them; such cases state their own
 * expectation.
 */
async function listBlocks(
  chain: LocalChain,
  query: URLSearchParams,
  { headers }: Answered,
): Promise<Block[]> {
  const blockNumber = BigInt(headers.get('x-block-number') ?? -1);
  const named = await chain.client.getBlock({ blockNumber });
  if (headers.has('x-block-hash')) {
    assert.equal(headers.get('x-block-hash'), named.hash);
    assert.equal(headers.get('x-block-timestamp'), String(named.timestamp));
  }
  const tag = query.get('blockTag');
  if (tag === 'safe' || tag === 'finalized') {
    assert.equal(blockNumber, (await chain.client.getBlock({ blockTag: tag })).number);
  }
  const time = query.get('atTime');
  if (time) return [await findLastBlockBy(chain, named, BigInt(time))];
  const safeNumber = headers.get('x-safe-block-number');
  if (safeNumber === null) return [named];
  // A page uses the block that was safe when its list began.
  const safe = await chain.client.getBlock(
    query.has('cursor') ? { blockNumber: BigInt(safeNumber) } : { blockTag: 'safe' },
  );
  assert.equal(safeNumber, String(safe.number));
  return [named, safe];
}

/** Returns the last block up to a time. The answer may name an earlier one if nothing happened in between. */
async function findLastBlockBy(chain: LocalChain, named: Block, time: bigint): Promise<Block> {
  assert(named.timestamp <= time, `Block ${named.number} is after ${time}.`);
  const latest = await chain.client.getBlockNumber();
  let last = named;
  for (let blockNumber = (named.number ?? 0n) + 1n; blockNumber <= latest; blockNumber++) {
    const next = await chain.client.getBlock({ blockNumber });
    if (next.timestamp > time) break;
    last = next;
  }
  return last;
}

/** Returns the delegations in both, with the smaller amount. */
function meet(one: Record<string, unknown>[], other: Record<string, unknown>[]): Record<string, unknown>[] {
  const keyOf = ({ amount: _, ...rest }: Record<string, unknown>) => JSON.stringify(rest);
  const others = new Map(other.map((record) => [keyOf(record), record]));
  return one.flatMap((record) => {
    const same = others.get(keyOf(record));
    if (!same) return [];
    return [BigInt(String(record['amount'] ?? 0)) <= BigInt(String(same['amount'] ?? 0)) ? record : same];
  });
}

interface Reason {
  readonly registry: Registry;
  readonly block: string;
  readonly transaction: Hex;
  readonly since: string;
}

/**
 * Requires that the block matches the headers, and that the registry logged each reason in its transaction.
 */
async function expectReasons(chain: LocalChain, { headers, text }: Answered): Promise<void> {
  const { because, block, safeBlock } = readJson<{
    because: Reason[];
    block: { number: string; hash: Hex | null; timestamp: string | null };
    safeBlock?: string;
  }>(text);
  assert.deepEqual(
    [block.number, block.hash, block.timestamp, safeBlock ?? null],
    ['x-block-number', 'x-block-hash', 'x-block-timestamp', 'x-safe-block-number'].map((name) =>
      headers.get(name),
    ),
  );
  for (const { registry, transaction, block: number, since } of because) {
    const receipt = await chain.client.getTransactionReceipt({ hash: transaction });
    const { timestamp } = await chain.client.getBlock({ blockNumber: receipt.blockNumber });
    assert.deepEqual([number, since], [String(receipt.blockNumber), String(timestamp)]);
    const address = chain.registries[registry]?.toLowerCase();
    assert(
      receipt.logs.some((log) => log.address === address),
      `${transaction} is not of ${address}.`,
    );
  }
}
