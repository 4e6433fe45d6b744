/** Requires that an answer names a block of the chain and agrees with the registry there. */
import assert from 'node:assert/strict';
import type { LocalChain } from '@mandate/contracts';
import type { Answer, Registry } from '@mandate/core';
import type { Hex } from 'viem';
import type { Case } from '../conformance-case.ts';
import type { Answered } from './ask.ts';
import { expectProof } from './expect-proof.ts';
import { askRegistry, listRegistry, readJson, readRecords } from './registry.ts';

type Block = Awaited<ReturnType<LocalChain['client']['getBlock']>>;

export async function expectBlock(
  each: Case,
  path: string,
  answered: Answered,
  chains: readonly LocalChain[],
): Promise<void> {
  const { headers, text } = answered;
  const chain = chains.find(({ chainId }) => String(chainId) === headers.get('x-chain-id'));
  if (!chain) {
    // No contract exists for a ledger that was written by hand.
    const { asks, lists, explained, proven } = each;
    assert.deepEqual([asks, lists, explained, proven], [undefined, undefined, undefined, undefined]);
    return;
  }
  const blocks = await listBlocks(chain, path, answered);
  if (each.method === 'HEAD') return;
  if (each.explained) await expectReasons(chain, answered);
  if (each.asks) {
    const isObject = each.explained || each.proven;
    const value = isObject ? readJson<{ value: unknown }>(text).value : readJson(text);
    const said: Answer[] = [];
    for (const { hash } of blocks) said.push(await askRegistry(chain, each.asks, hash as Hex));
    assert.equal(String(value), String(said.reduce((one, other) => (one < other ? one : other))));
  }
  if (each.proven && each.asks) expectProof(chain, each.asks, answered);
  if (each.lists) {
    const { registry, wallet } = each.lists;
    const lists: Record<string, unknown>[][] = [];
    for (const { hash } of blocks) lists.push(await listRegistry(chain, registry, wallet, hash as Hex));
    const sorted = (records: readonly object[]) => records.map((record) => JSON.stringify(record)).toSorted();
    assert.deepEqual(sorted(readRecords(text)), sorted(lists.reduce(meet)));
  }
}

/**
 * Returns the blocks at which the answer must hold: the named one, or the last one by then. A strict answer
 * holds at two blocks, unless its grants were interrupted between them; such cases state their own
 * expectation.
 */
async function listBlocks(chain: LocalChain, path: string, { headers }: Answered): Promise<Block[]> {
  const query = new URL(path, 'http://localhost').searchParams;
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
