/**
 * Follows the head of a chain with fast blocks in ranges. A range comes from nodes that may be behind, so each range
 * reaches back over the last ones, and every block is read again before it counts as safe.
 */

import { type Log, NodeBehindError, type Source } from '@mandate/nodes';
import type { Block, Checkpoint, EventfulBlock, Unsettled, Writer } from '@mandate/store';
import { digestLogs } from '../verify/digest-logs.ts';
import { LyingNodeError } from '../verify/verify.ts';
import { verifyRange } from '../verify/verify-range.ts';
import type { Committer } from './commit.ts';
import type { FollowedChain, Step } from './following.ts';
import { limitMarks, type SeenHead } from './head-watch.ts';
import { readByHash } from './read-by-hash.ts';

/** The most blocks between two blocks that a rewind can go back to. */
const MAX_BLOCKS = 200;

export interface FastHead {
  /** Takes the blocks after the ledger's, up to the newest one. */
  take(block: Block, marks: SeenHead, unsettled: readonly Unsettled[]): Promise<Step>;
  /** Reads blocks that have become safe a second time. Returns the marks that may be written, or a step back. */
  confirm(checkpoint: Checkpoint, marks: SeenHead): Promise<SeenHead | Step>;
  /** Records that the ledger is at this block now. */
  reached(block: Block): void;
}

export interface FastHeadDependencies {
  readonly chain: FollowedChain;
  readonly source: Source;
  readonly writer: Writer;
  readonly committer: Committer;
  readonly undoReorg: (block: Block) => Promise<Step>;
}

export function createFastHead(
  { chain, source, writer, committer, undoReorg }: FastHeadDependencies,
  now: () => number,
): FastHead {
  const { chainId } = chain;
  const { lookbackMs, tagsMs } = chain.reading;
  const addresses = Object.values(chain.registries);
  /** The blocks that the ledger was at since the lookback began, newest last. */
  const ends: { readonly block: Block; readonly at: number }[] = [];
  let maxBlocks = MAX_BLOCKS;
  let nextLookAt = Number.NEGATIVE_INFINITY;

  const isOld = ({ at }: (typeof ends)[number]) => now() - at >= lookbackMs;

  function reached(block: Block): void {
    if (ends.at(-1)?.block.hash === block.hash) return;
    while ((ends.at(-1)?.block.number ?? -1) >= block.number) ends.pop();
    ends.push({ block, at: now() });
    ends.splice(0, Math.max(0, ends.findLastIndex(isOld)));
  }

  /** Returns the block after which the next range begins. */
  function lookbackFrom(block: Block): Block {
    const isBefore = (end: Block) => 1_000 * (block.timestamp - end.timestamp) >= lookbackMs;
    return (ends.findLast((end) => isOld(end) || isBefore(end.block)) ?? ends[0])?.block ?? block;
  }

  async function take(block: Block, marks: SeenHead, unsettled: readonly Unsettled[]): Promise<Step> {
    const after = lookbackFrom(block);
    const last = Math.min(marks.head, block.number + maxBlocks);
    const seen = last === marks.head ? marks.newest : undefined;
    const range = await source.getRange(addresses, after.number + 1, last, { known: block.number, seen });
    if (!range.known || !range.last) throw new NodeBehindError(`${source.name} does not have block ${last}.`);
    if (range.known.hash !== block.hash) return undoReorg(block);
    const before = range.logs.filter((log) => log.block <= block.number);
    const doubtful = await listDoubtful(after.number, block.number, before);
    if (doubtful.length > 0) return settleDoubt({ chain, source, writer }, block, doubtful);
    const fresh = range.logs.filter((log) => log.block > block.number);
    const eventful = await verifyRange(source, chain.evidence, addresses, range.last, fresh);
    const taken = { block: range.last, replaceable: [], eventful, marks };
    const done = await committer.commit(block, committer.decode(fresh), taken, {
      unsettled,
      settleAt: range.last,
    });
    const blocks = last - block.number;
    maxBlocks = done ? Math.min(MAX_BLOCKS, 2 * maxBlocks) : Math.ceil(blocks / 2);
    if (done) return { type: 'advanced', block: range.last, marks, blocks, ...done };
    return { type: 'advanced', block, marks, blocks: 0, events: 0, unsettled: unsettled.length };
  }

  async function confirm({ block, safe: known }: Checkpoint, marks: SeenHead): Promise<SeenHead | Step> {
    const looked = Math.min(known ?? ends[0]?.block.number ?? block.number, block.number);
    const horizon = ends.findLast(isOld)?.block.number ?? 0;
    const target = await writer.findBlockUpTo(chainId, Math.min(horizon, marks.said.safe ?? 0));
    if (!target || target.number <= looked || now() < nextLookAt) return limitMarks(marks, looked);
    const range = await source.getRange(addresses, looked + 1, target.number, {
      known: target.number,
    });
    if (!range.last) throw new NodeBehindError(`${source.name} does not have block ${target.number}.`);
    if (range.last.hash !== target.hash) return undoReorg(block);
    const doubtful = await listDoubtful(looked, target.number, range.logs);
    if (doubtful.length > 0) return settleDoubt({ chain, source, writer }, block, doubtful);
    nextLookAt = now() + tagsMs;
    return limitMarks(marks, target.number);
  }

  /** Lists the blocks whose logs differ from those that the ledger took. */
  async function listDoubtful(after: number, upTo: number, logs: readonly Log[]): Promise<number[]> {
    const taken = new Map(
      (await writer.listEventful(chainId, after, upTo)).map((each) => [each.number, each]),
    );
    const found = Map.groupBy(logs, ({ block }) => block);
    const numbers = new Set([...taken.keys(), ...found.keys()]);
    return [...numbers].filter((number) => !isSame(taken.get(number), found.get(number) ?? []));
  }

  return { take, confirm, reached };
}

/** Reads the blocks again by their hashes. If they show that the ledger is wrong, it goes back to before them. */
async function settleDoubt(
  { chain, source, writer }: Pick<FastHeadDependencies, 'chain' | 'source' | 'writer'>,
  block: Block,
  numbers: readonly number[],
): Promise<Step> {
  const { chainId } = chain;
  const first = Math.min(...numbers);
  const ledger = await writer.listReplaceable(chainId);
  const lower = ledger.find(({ number }) => number < first);
  const upper = ledger.findLast(({ number }) => number >= Math.max(...numbers));
  if (!lower || !upper) throw new Error(`The ledger has no block around ${first} to go back to.`);
  const blocks = await readByHash(source, chain, { lower, upper, numbers });
  const taken = await writer.listEventful(chainId, lower.number, upper.number);
  const isWrong = blocks.some(
    ({ header, logs }) =>
      !isSame(
        taken.find(({ number }) => number === header.number),
        logs,
      ),
  );
  if (isWrong) {
    await writer.rewind(chainId, block, lower);
    return { type: 'rewound', block: lower, depth: block.number - lower.number, why: 'doubt' };
  }
  const header = blocks[0]?.header;
  throw header
    ? new LyingNodeError(source.name, header, 'a range has other logs than the block itself')
    : new NodeBehindError(`${source.name} does not have block ${first}.`);
}

function isSame(taken: EventfulBlock | undefined, logs: readonly Log[]): boolean {
  const [first] = logs;
  if (!taken || !first) return !taken && !first;
  if (logs.some(({ blockHash }) => blockHash !== taken.hash)) return false;
  return !taken.logsDigest || taken.logsDigest === digestLogs(logs);
}
