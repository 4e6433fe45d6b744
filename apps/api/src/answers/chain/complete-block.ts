/** Finds the hash and the time of a block that the ledger knows only by number, and the block of a time. */
import type { Header, Source } from '@mandate/nodes';
import type { Block, PastBlock } from '@mandate/store';
import type { Pinned } from '../../request/at-block.ts';
import type { When } from '../../request/parameters.ts';
import { UnreadableError } from './unreadable.ts';

type Headers = Pick<Source, 'findHeaders'>;

/** A search asks for this many blocks at once, and for more at most so many times. */
const PROBES = 16;
const MAX_ROUNDS = 12;

/**
 * Returns the block that an answer is about. `null` if the nodes have another block where the ledger is, so that their
 * answers would be about another chain than the ledger's. For a time, it is the last block that is not after it; the
 * ledger's own block may be older, since it records only blocks with events.
 */
export async function completeBlock(
  source: Headers,
  { block, latest, isFinal }: Pick<Pinned, 'block' | 'latest' | 'isFinal'>,
  { atTime }: Pick<When, 'atTime'>,
): Promise<Block | null> {
  if (atTime !== undefined && isWhole(block)) return findByTime(source, block, latest, atTime);
  if (isWhole(block)) return block;
  if (block.number === latest.number) return latest;
  // A final block is the same on every chain of the nodes.
  const numbers = isFinal ? [block.number] : [block.number, latest.number];
  const [found, newest] = await source.findHeaders(numbers);
  if (!isFinal && newest?.hash !== latest.hash) return null;
  return blockOf(found ?? null);
}

function isWhole(block: PastBlock): block is Block {
  return block.hash !== null && block.timestamp !== null;
}

/** Searches between a block that is not after a time and one that is. */
async function findByTime(source: Headers, first: Block, last: Block, time: number): Promise<Block | null> {
  let [low, high] = [first, last];
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    if (high.number - low.number <= 1) return low;
    // The newest block is asked for as well: it shows whether the nodes have the ledger's chain.
    const headers = await source.findHeaders([...listProbes(low, high, time), last.number]);
    if (headers.at(-1)?.hash !== last.hash) return null;
    const blocks = [low, ...headers.map(blockOf), high].toSorted((a, b) => a.number - b.number);
    const next = blocks.findIndex(({ timestamp }) => timestamp > time);
    low = blocks[next - 1] ?? low;
    high = blocks[next] ?? high;
  }
  throw new UnreadableError('nodes_unavailable');
}

function blockOf(header: Header | null): Block {
  if (!header) throw new UnreadableError('nodes_unavailable');
  return { number: header.number, hash: header.hash, timestamp: header.timestamp };
}

/** Lists numbers between two blocks: most of them near the place where steady blocks would have the time. */
function listProbes(low: Block, high: Block, time: number): number[] {
  const span = high.number - low.number;
  const part = (time - low.timestamp) / Math.max(1, high.timestamp - low.timestamp);
  const guess = low.number + Math.floor(span * part);
  const near = [0, 1, -1, 2, 4, -4, 16, -16].map((step) => guess + step);
  const even = Array.from(
    { length: PROBES - near.length },
    (_, i) => low.number + Math.floor((span * (i + 1)) / (PROBES - near.length + 1)),
  );
  const between = [...near, ...even].filter((number) => number > low.number && number < high.number);
  return [...new Set(between)].toSorted((a, b) => a - b);
}
