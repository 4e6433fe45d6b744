/** Follows one chain in small steps, each of which leaves the ledger valid for the block it names. */

import { createBlockRanges } from '@mandate/fold';
import { type Header, NodeBehindError, type Range, type Source } from '@mandate/nodes';
import type { Block, Checkpoint, Marks, Unsettled, Writer } from '@mandate/store';
import { mayHoldEvents, verifyLogs } from '../verify/verify.ts';
import { verifyRange } from '../verify/verify-range.ts';
import { createBehindWatch } from './behind-watch.ts';
import { createCommitter, type Decoded } from './commit.ts';
import { createFastHead } from './fast-head.ts';
import { findCommon } from './find-common.ts';
import { type FollowedChain, MAX_BLOCKS_AT_HEAD, type Step } from './following.ts';
import { createHeadWatch, limitMarks, type SeenHead } from './head-watch.ts';

/** A requested range. */
interface RangeRequest {
  readonly first: number;
  readonly last: number;
  readonly answer: Promise<{ readonly range: Range; readonly tookMs: number }>;
  /** The headers of the blocks with logs, after the logs were verified against them, and the decoded logs. */
  readonly checked: Promise<{ readonly eventful: readonly Header[]; readonly decoded: Decoded }>;
}

/** A step of the backfill takes up to this many of the ranges that the nodes accept. */
const MAX_PIECES = 8;

/** The ledger that this follower started with was removed: which registries to follow must be decided again. */
export class LedgerGoneError extends Error {
  override readonly name = 'LedgerGoneError';
}

export interface Follower {
  step(): Promise<Step>;
}

interface FollowerOptions {
  /** Receives what an operator should know. */
  readonly warn?: (message: string) => void;
  readonly now?: () => number;
}

export function createFollower(
  chain: FollowedChain,
  source: Source,
  writer: Writer,
  { warn = () => {}, now = () => performance.now() }: FollowerOptions = {},
): Follower {
  const { chainId, evidence, reading } = chain;
  const addresses = Object.values(chain.registries);
  const watch = createHeadWatch(source, chain);
  const committer = createCommitter(chain, source, writer, warn);
  const { decode, commit } = committer;
  const fast = createFastHead({ chain, source, writer, committer, undoReorg }, now);
  const behind = createBehindWatch(chainId, writer, warn, now);
  const nearBlocks = countNearBlocks(reading);
  const ranges = createBlockRanges();
  let headBlocks = MAX_BLOCKS_AT_HEAD;
  let ahead: RangeRequest | null = null;
  /** Blocks up to this one are read by their hashes, because a range of them was wrong. */
  let carefulUpTo = reading.form === 'careful' ? Number.POSITIVE_INFINITY : -1;

  let hasStarted = false;

  async function step(): Promise<Step> {
    const checkpoint = await writer.findCheckpoint(chainId);
    if (checkpoint?.state === 'tainted') return { type: 'tainted', reason: checkpoint.reason ?? 'unknown' };
    if (hasStarted && !checkpoint)
      throw new LedgerGoneError(`The ledger of chain ${chainId} was removed. The chain is read again.`);
    const marks = await watch.look(checkpoint);
    const opened = checkpoint ?? (await open(marks.said));
    hasStarted = true;
    fast.reached(opened.block);
    const taken = await takeNext(opened, marks, checkpoint ? await listUnsettled(checkpoint) : []);
    if (taken.type === 'rewound' && taken.why === 'doubt') carefulUpTo = opened.block.number;
    if (taken.type !== 'tainted') fast.reached(taken.block);
    return taken;
  }

  async function takeNext(
    checkpoint: Checkpoint,
    marks: SeenHead,
    unsettled: readonly Unsettled[],
  ): Promise<Step> {
    const { block } = checkpoint;
    await behind.look(block, marks);
    const again = await readAgain(checkpoint, marks);
    if (again) return again;
    if (lastInRanges(marks) > block.number) return backfill(block, marks, unsettled);
    if (marks.head < block.number) return { type: 'idle', block, marks, unsettled: unsettled.length };
    const known = reading.form === 'fast' ? await fast.confirm(checkpoint, marks) : marks;
    if ('type' in known) return known;
    if (marks.head === block.number) return stay(block, known, unsettled);
    return block.number < carefulUpTo
      ? takeHead(block, known, unsettled)
      : fast.take(block, known, unsettled);
  }

  /**
   * Goes back to the safe block if the blocks above it rest on a single answer of one node, and the chain is now
   * followed in a way that counts its newest blocks as more than provisional. Returns null otherwise.
   */
  async function readAgain(
    { block, safe, provisional }: Checkpoint,
    { said }: SeenHead,
  ): Promise<Step | null> {
    if (!provisional || said.provisional) return null;
    const known = await writer.listReplaceable(chainId);
    const to = known.find(({ number }) => number <= (safe ?? 0)) ?? known.at(-1);
    if (!to || to.number === block.number) return null;
    await writer.rewind(chainId, block, to);
    return { type: 'rewound', block: to, depth: block.number - to.number, why: 'form' };
  }

  /**
   * Returns the last block to backfill. A server that is behind silently leaves the newest logs out of a range, so
   * blocks near the head, final or not, are read in a form that notices it.
   */
  function lastInRanges({ head, finalized }: Marks): number {
    return Math.min(finalized ?? head, head - nearBlocks);
  }

  /** Updates the marks when there are no new blocks. */
  async function stay(block: Block, marks: SeenHead, unsettled: readonly Unsettled[]): Promise<Step> {
    if (marks.newest.hash !== block.hash) return undoReorg(block);
    if (unsettled.length === 0) {
      await writer.mark(chainId, block, marks.said, 'following');
      return { type: 'idle', block, marks, unsettled: 0 };
    }
    const nothing = { block, replaceable: [], eventful: [], marks };
    const done = await commit(block, decode([]), nothing, { unsettled, settleAt: block });
    return { type: 'idle', block, marks, unsettled: done?.unsettled ?? unsettled.length };
  }

  /** A chain that is being followed has none. */
  async function listUnsettled({ state }: Checkpoint): Promise<Unsettled[]> {
    return state === 'following' ? [] : writer.listUnsettled(chainId);
  }

  async function open(marks: Marks) {
    const before = Math.max(0, chain.startBlock - 1);
    if (before > marks.head)
      throw new NodeBehindError(`${source.name} is at ${marks.head}, before block ${before}.`);
    const upTo = (mark: number | null) => (mark === null ? null : Math.min(mark, before));
    const known = { head: marks.head, safe: upTo(marks.safe), finalized: upTo(marks.finalized) };
    return writer.open(chainId, await getHeader(before), known, chain.registries);
  }

  async function backfill(block: Block, marks: SeenHead, unsettled: readonly Unsettled[]): Promise<Step> {
    const first = block.number + 1;
    const { last, answer, checked } = takeAhead(first) ?? askFrom(first, marks);
    const blocks = last - first + 1;
    const { range, tookMs } = await answer;
    ranges.succeeded(blocks, range.logs.length, tookMs);
    if (!range.known || !range.last) {
      throw new NodeBehindError(
        `${source.name} calls block ${marks.finalized} final but does not have ${last}.`,
      );
    }
    if (range.known.hash !== block.hash) return undoReorg(block);
    if (last < lastInRanges(marks)) ahead = askFrom(last + 1, marks);
    const { eventful, decoded } = await checked;
    const reached = {
      block: range.last,
      replaceable: [],
      eventful,
      marks: limitMarks(marks, range.last.number),
    };
    // Nodes that lack the state of a block rarely have that of a slightly later one.
    const done = await commit(block, decoded, reached, { unsettled, settleAt: null });
    if (done) return { type: 'advanced', block: range.last, marks, blocks, ...done };
    ranges.shrink(blocks);
    return { type: 'advanced', block, marks, blocks: 0, events: 0, unsettled: unsettled.length };
  }

  function askFrom(first: number, marks: Marks): RangeRequest {
    const blocks = Math.min(ranges.size, MAX_PIECES * source.rangeBlocks);
    const last = Math.min(first + blocks - 1, lastInRanges(marks));
    const startedAt = performance.now();
    const answer = source
      .getRange(addresses, first, last)
      .then((range) => ({ range, tookMs: performance.now() - startedAt }));
    const checked = answer.then(async ({ range: { last: end, logs } }) => ({
      eventful: end ? await verifyRange(source, evidence, addresses, end, logs) : [],
      decoded: decode(logs),
    }));
    // The next step may never use it.
    checked.catch(() => {});
    return { first, last, answer, checked };
  }

  /** Requests, verifies and decodes the next range while the database writes this one. */
  function takeAhead(first: number): RangeRequest | null {
    const asked = ahead;
    ahead = null;
    return asked?.first === first ? asked : null;
  }

  async function takeHead(block: Block, marks: SeenHead, unsettled: readonly Unsettled[]): Promise<Step> {
    const headers = await findHeadersAfter(block, marks.newest);
    if (headers[0] && headers[0].parentHash !== block.hash) return undoReorg(block);
    const linked = listLinked(block, headers);
    const last = linked.at(-1);
    if (!last)
      throw new NodeBehindError(
        `${source.name} names head ${marks.head} but does not have ${block.number + 1}.`,
      );
    const likely = evidence.bloom ? linked.filter((header) => mayHoldEvents(header, addresses)) : linked;
    const logs = await source.getLogs(
      addresses,
      likely.map(({ hash }) => hash),
    );
    const blocks = likely.map((header, i) => ({ header, logs: logs[i] ?? [] }));
    await verifyLogs(source, evidence, addresses, blocks);
    const eventful = blocks.filter((each) => each.logs.length > 0).map(({ header }) => header);
    const replaceable = linked.slice(0, -1);
    const reached = { block: last, replaceable, eventful, marks };
    const done = await commit(block, decode(logs.flat()), reached, { unsettled, settleAt: last });
    headBlocks = done ? Math.min(MAX_BLOCKS_AT_HEAD, 2 * headBlocks) : Math.ceil(linked.length / 2);
    if (done) return { type: 'advanced', block: last, marks, blocks: linked.length, ...done };
    return { type: 'advanced', block, marks, blocks: 0, events: 0, unsettled: unsettled.length };
  }

  /** Lists the headers after a block. The newest one is known already. */
  async function findHeadersAfter(block: Block, head: Header): Promise<(Header | null)[]> {
    const count = Math.min(head.number - block.number, headBlocks);
    const numbers = Array.from({ length: count }, (_, i) => block.number + 1 + i);
    if (numbers.at(-1) !== head.number) return source.findHeaders(numbers);
    return [...(count > 1 ? await source.findHeaders(numbers.slice(0, -1)) : []), head];
  }

  /** Returns the headers up to the first that does not follow from its predecessor: the chain changed meanwhile. */
  function listLinked(block: Block, headers: readonly (Header | null)[]): Header[] {
    const linked: Header[] = [];
    let parent = block.hash;
    for (const header of headers) {
      if (header?.parentHash !== parent) break;
      linked.push(header);
      parent = header.hash;
    }
    return linked;
  }

  /**
   * Goes back to the newest block that is still part of the chain. If even a final block is not, taints the chain.
   */
  async function undoReorg(block: Block): Promise<Step> {
    watch.forgetTags();
    const known = await writer.listReplaceable(chainId);
    const ancestor = await findCommon(known, source);
    if (ancestor) {
      await writer.rewind(chainId, block, ancestor);
      return { type: 'rewound', block: ancestor, depth: block.number - ancestor.number, why: 'reorg' };
    }
    const oldest = known.at(-1);
    const reason =
      `Block ${oldest?.number} was final with hash ${oldest?.hash}, but ${source.name} now has ` +
      `another. Find out which is right, then run: rebuild --chain ${chainId}`;
    await writer.taint(chainId, block, reason);
    return { type: 'tainted', reason };
  }

  async function getHeader(number: number): Promise<Header> {
    const [header] = await source.findHeaders([number]);
    if (!header) throw new NodeBehindError(`${source.name} does not have block ${number}.`);
    return header;
  }

  return { step };
}

/** Counts the blocks near the head that a server which is behind may not have yet. */
function countNearBlocks({ form, lookbackMs, blockTimeMs }: FollowedChain['reading']): number {
  return form === 'careful'
    ? MAX_BLOCKS_AT_HEAD
    : Math.max(MAX_BLOCKS_AT_HEAD, Math.ceil((2 * lookbackMs) / blockTimeMs));
}
