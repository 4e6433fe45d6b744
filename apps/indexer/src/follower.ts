/** Follows one chain: a loop of small steps, each of which leaves the ledger true for the block it names. */
import { type Address, parseAddress, type Registry } from '@mandate/core';
import type { Batch, Block, Checkpoint, Marks, Unsettled, Writer } from '@mandate/store';
import { zeroAddress } from 'viem';
import { createBlockRanges } from './block-ranges.ts';
import { findCommon } from './find-common.ts';
import { countReads, decodeLogs, fold, touchedBy } from './fold.ts';
import { NodeBehindError, WrongNodeError } from './rpc-errors.ts';
import { createSettle, type Settle } from './settle-revocations.ts';
import { type Depths, type Header, type Log, marksOf, type Range, type Source, withKnown } from './source.ts';
import { type Evidence, LyingNodeError, mayHoldEvents, verifyLogs } from './verify.ts';

export interface FollowedChain {
  readonly chainId: number;
  readonly registries: Readonly<Partial<Record<Registry, Address>>>;
  readonly evidence: Evidence;
  readonly depths: Depths;
  /** The first block that can hold a delegation. */
  readonly startBlock: number;
}

export type Step =
  /** The ledger is at the head, or the node is behind the ledger. */
  | {
      readonly type: 'idle';
      readonly block: Block;
      readonly marks: Marks;
      readonly unsettled: number;
    }
  | {
      readonly type: 'advanced';
      readonly block: Block;
      readonly marks: Marks;
      /** How many v1 vaults have revocations that are not settled. */
      readonly unsettled: number;
      readonly blocks: number;
      readonly events: number;
    }
  | { readonly type: 'rewound'; readonly block: Block; readonly depth: number }
  | { readonly type: 'tainted'; readonly reason: string };

/** The marks of a step. If the nodes do not name a mark, the one that the ledger has stays. */
interface Seen extends Marks {
  /** The marks that the nodes name. */
  readonly said: Marks;
}

/** As many blocks near the head as one transaction takes. */
const MOST_BLOCKS_AT_HEAD = 64;
const HEADERS_AT_ONCE = 32;
/** A step that would ask the chain's state about more grants takes fewer blocks. */
const MAX_READS = 20_000;

/**
 * The newest block that is asked for in a range. A server that is behind leaves the newest logs out of a range
 * and does not say so. Near the head, final or not, blocks are asked for by hash and held against their headers.
 */
function lastInRanges({ head, finalized }: Marks): number {
  return Math.min(finalized ?? head, head - MOST_BLOCKS_AT_HEAD);
}

/** Tells whether a ledger at this block is at the head, except for blocks that are not final yet. */
export function isFollowing({ number }: Block, { head, finalized }: Marks): boolean {
  return number >= (finalized ?? head - MOST_BLOCKS_AT_HEAD);
}

export interface Follower {
  step(): Promise<Step>;
}

export function createFollower(chain: FollowedChain, source: Source, writer: Writer): Follower {
  const { chainId, evidence } = chain;
  const registries = new Map<Address, Registry>();
  for (const registry of ['v1', 'v2'] as const) {
    const address = chain.registries[registry];
    if (address) registries.set(address, registry);
  }
  const addresses = [...registries.keys()];
  // Without a v1 registry there are no events of it, and nothing is ever asked.
  const settle: Settle = createSettle(source, chain.registries.v1 ?? parseAddress(zeroAddress));
  const ranges = createBlockRanges();
  let headBlocks = MOST_BLOCKS_AT_HEAD;
  let ahead: { readonly first: number; readonly last: number; readonly range: Promise<Range> } | null = null;

  async function step(): Promise<Step> {
    const tags = await source.getTags();
    if (tags.chainId !== chainId) {
      throw new WrongNodeError(
        `${source.name} serves chain ${tags.chainId}, not ${chainId}. Correct its URL.`,
      );
    }
    const said = marksOf(tags, chain.depths);
    const checkpoint = (await writer.findCheckpoint(chainId)) ?? (await open(said));
    const marks = { ...withKnown(said, checkpoint), said };
    if (checkpoint.state === 'tainted') return { type: 'tainted', reason: checkpoint.reason ?? 'unknown' };
    const { block } = checkpoint;
    const unsettled = await listUnsettled(checkpoint);
    if (lastInRanges(marks) > block.number) return backfill(block, marks, unsettled);
    if (marks.head > block.number) return takeHead(block, marks, unsettled);
    if (marks.head < block.number) return { type: 'idle', block, marks, unsettled: unsettled.length };
    return stay(block, marks, unsettled);
  }

  /** Nothing of the chain is new. */
  async function stay(block: Block, marks: Seen, unsettled: readonly Unsettled[]): Promise<Step> {
    if ((await getHeader(block.number)).hash !== block.hash) return undoReorg(block);
    if (unsettled.length === 0) {
      await writer.mark(chainId, block, marks.said, 'following');
      return { type: 'idle', block, marks, unsettled: 0 };
    }
    const nothing = { block, replaceable: [], eventful: [], marks };
    const done = await commit(block, [], nothing, { unsettled, settleAt: block });
    return { type: 'idle', block, marks, unsettled: done?.unsettled ?? unsettled.length };
  }

  /** A chain that is followed has none. */
  async function listUnsettled({ state }: Checkpoint): Promise<Unsettled[]> {
    return state === 'following' ? [] : writer.listUnsettled(chainId);
  }

  async function open(marks: Marks) {
    const before = Math.max(0, chain.startBlock - 1);
    if (before > marks.head)
      throw new NodeBehindError(`${source.name} is at ${marks.head}, before block ${before}.`);
    const upTo = (mark: number | null) => (mark === null ? null : Math.min(mark, before));
    const known = { head: marks.head, safe: upTo(marks.safe), finalized: upTo(marks.finalized) };
    return writer.open(chainId, await getHeader(before), known);
  }

  async function backfill(block: Block, marks: Seen, unsettled: readonly Unsettled[]): Promise<Step> {
    const first = block.number + 1;
    const last = Math.min(block.number + ranges.size, lastInRanges(marks));
    const blocks = last - first + 1;
    const range = await takeRange(first, last).catch((error: unknown) => {
      if (ranges.failed(blocks, error)) return null;
      throw error;
    });
    const again: Step = {
      ...{ type: 'advanced', block, marks, blocks: 0, events: 0 },
      unsettled: unsettled.length,
    };
    // Too much at once: the next step asks for less.
    if (!range) return again;
    ranges.succeeded(blocks, range.logs.length);
    if (!range.before || !range.last) {
      throw new NodeBehindError(
        `${source.name} calls block ${marks.finalized} final and does not have ${last}.`,
      );
    }
    if (range.before.hash !== block.hash) return undoReorg(block);
    if (last < lastInRanges(marks)) askAhead(last + 1, Math.min(last + ranges.size, lastInRanges(marks)));
    const eventful = await verifyRange(range.last, range.logs);
    const reached = { block: range.last, replaceable: [], eventful, marks };
    // Nodes that lack the state of a block rarely have that of one a little later.
    const done = await commit(block, range.logs, reached, { unsettled, settleAt: null });
    if (done) return { type: 'advanced', block: range.last, marks, blocks, ...done };
    ranges.shrink(blocks);
    return again;
  }

  /** The node looks for the next range while the database takes this one. */
  function askAhead(first: number, last: number): void {
    const range = source.getRange(addresses, first, last);
    range.catch(() => {});
    ahead = { first, last, range };
  }

  function takeRange(first: number, last: number): Promise<Range> {
    const asked = ahead;
    ahead = null;
    return asked?.first === first && asked.last === last
      ? asked.range
      : source.getRange(addresses, first, last);
  }

  /** In a range only the blocks with logs are held against their headers: fetching every header costs too much. */
  async function verifyRange(last: Header, logs: readonly Log[]): Promise<Header[]> {
    const byBlock = Map.groupBy(logs, ({ block }) => block);
    if (logs.some(({ block, blockHash }) => block === last.number && blockHash !== last.hash)) {
      throw new LyingNodeError(source.name, last, 'its logs are of another block');
    }
    const numbers = [...byBlock.keys()];
    const eventful: Header[] = [];
    for (let first = 0; first < numbers.length; first += HEADERS_AT_ONCE) {
      const some = numbers.slice(first, first + HEADERS_AT_ONCE);
      const headers = await source.findHeaders(some);
      const blocks = headers.map((header, i) => {
        if (header) return { header, logs: byBlock.get(header.number) ?? [] };
        throw new NodeBehindError(`${source.name} sends logs of block ${some[i]} and does not have it.`);
      });
      await verifyLogs(source, evidence, addresses, blocks);
      eventful.push(...blocks.map(({ header }) => header));
    }
    return eventful;
  }

  async function takeHead(block: Block, marks: Seen, unsettled: readonly Unsettled[]): Promise<Step> {
    const count = Math.min(marks.head - block.number, headBlocks);
    const headers = await source.findHeaders(Array.from({ length: count }, (_, i) => block.number + 1 + i));
    if (headers[0] && headers[0].parentHash !== block.hash) return undoReorg(block);
    const linked = listLinked(block, headers);
    const last = linked.at(-1);
    if (!last)
      throw new NodeBehindError(
        `${source.name} names head ${marks.head} and does not have ${block.number + 1}.`,
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
    const done = await commit(block, logs.flat(), reached, { unsettled, settleAt: last });
    headBlocks = done ? Math.min(MOST_BLOCKS_AT_HEAD, 2 * headBlocks) : Math.ceil(linked.length / 2);
    if (done) return { type: 'advanced', block: last, marks, blocks: linked.length, ...done };
    return { type: 'advanced', block, marks, blocks: 0, events: 0, unsettled: unsettled.length };
  }

  /** The headers up to the first that does not follow from the one before it: the chain moved while we asked. */
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

  /** Null: there is too much to ask for at once, and nothing is written. */
  async function commit(
    parent: Block,
    logs: readonly Log[],
    reached: Pick<Batch, 'block' | 'replaceable' | 'eventful'> & { readonly marks: Seen },
    { unsettled, settleAt }: { readonly unsettled: readonly Unsettled[]; readonly settleAt: Block | null },
  ): Promise<{ events: number; unsettled: number } | null> {
    const events = decodeLogs(logs, registries);
    const { grants, v1Grantors } = touchedBy(events);
    const vaults = new Set([...v1Grantors, ...(settleAt ? unsettled.map(({ from }) => from) : [])]);
    const isQuiet = events.length === 0 && vaults.size === 0;
    const live = isQuiet ? [] : await writer.listLive(chainId, grants, [...vaults]);
    if (reached.block.number > parent.number + 1 && countReads(events, live) > MAX_READS) return null;
    const folded = await fold(events, live, {
      settle,
      unsettled: new Map(unsettled.map(({ from, last }) => [from, last])),
      settleAt,
    });
    const state = isFollowing(reached.block, reached.marks) ? 'following' : 'backfilling';
    // Marks that only the ledger remembers are not written again: an operator may have lowered them meanwhile.
    await writer.commit(chainId, { ...folded.rows, ...reached, marks: reached.marks.said, parent, state });
    return { events: events.length, unsettled: folded.unsettled };
  }

  /** Goes back to the newest block that is still part of the chain. Below what was final there is none. */
  async function undoReorg(block: Block): Promise<Step> {
    const known = await writer.listReplaceable(chainId);
    const ancestor = await findCommon(known, source);
    if (ancestor) {
      await writer.rewind(chainId, block, ancestor);
      return { type: 'rewound', block: ancestor, depth: block.number - ancestor.number };
    }
    const oldest = known.at(-1);
    const reason =
      `Block ${oldest?.number} was final with hash ${oldest?.hash}, and ${source.name} now has ` +
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
