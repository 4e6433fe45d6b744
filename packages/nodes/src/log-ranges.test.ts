import { describe, expect, test } from 'vitest';
import { createLogRanges } from './log-ranges.ts';
import { createParser } from './parse.ts';
import {
  AnswerTooLargeError,
  NodeBehindError,
  NodeUnavailableError,
  RateLimitedError,
  RpcError,
} from './rpc/errors.ts';
import type { Rpc } from './rpc/rpc.ts';

const hash = `0x${'aa'.repeat(32)}` as const;
const header = (number: unknown) => ({
  number,
  hash,
  parentHash: hash,
  timestamp: '0x1',
  receiptsRoot: hash,
  logsBloom: `0x${'00'.repeat(256)}`,
});
const block = (number: number) => ({ number, hash, timestamp: 1 });

/** Starts ranges of a node that refuses more than `limit` blocks, and records the ranges it is asked for. */
function startRanges(limit: number, refusal: (blocks: number) => Error) {
  const asked: [first: number, last: number][] = [];
  const batch: Rpc['batch'] = async ([{ params } = { params: [] }, ...headers]) => {
    const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string };
    const range = [Number(fromBlock), Number(toBlock)] as [number, number];
    asked.push(range);
    const blocks = range[1] - range[0] + 1;
    if (blocks > limit) throw refusal(blocks);
    return [[], ...headers.map((call) => header(call.params[0]))];
  };
  const rpc = { name: 'node', batch } as Rpc;
  const ranges = createLogRanges(
    rpc,
    createParser((what) => new Error(what)),
  );
  const read = (first: number, last: number, signal?: AbortSignal) =>
    ranges.read([], { first, last: block(last), known: first - 1 }, signal);
  return { asked, ranges, read };
}

const say = (said: string) => () => new RpcError('node', 'eth_getLogs', -32_000, said);

describe('a range that a node refuses is read in pieces', () => {
  test.each([
    ['of the length that it states', say('exceed maximum block range: 10')],
    ['that are halved where it states none', say('nobody knows what this means')],
    ['if the answer is too large', () => new AnswerTooLargeError('node', 2 ** 26)],
  ])('%s', async (_, refusal) => {
    const { asked, ranges, read } = startRanges(10, refusal);
    await read(1, 100);
    const answered = asked.filter(([first, last]) => last - first < 10);
    expect(
      answered.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i)),
    ).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
    asked.length = 0;
    await read(101, 200);
    // The limit is remembered: almost nothing is refused again.
    expect(asked.length).toBeLessThanOrEqual(15);
    expect(ranges.blocks).toBeLessThanOrEqual(10);
  });

  test.each([10, 1_000, 2_000, 5_000, 10_000])('of %i blocks, with few refusals', async (limit) => {
    for (const words of ['a message that no known node sends', `exceed maximum block range: ${limit}`]) {
      const { asked, read } = startRanges(limit, say(words));
      const BLOCKS = 300 * limit;
      await read(1, BLOCKS);
      const accepted = asked.filter(([first, last]) => last - first < limit);
      expect(asked.length - accepted.length).toBeLessThan(20);
      expect(accepted.length).toBeLessThan(330);
    }
  });

  test('down to one block, whose error is thrown and sets no limit', async () => {
    const { asked, read } = startRanges(0, say('unauthorized'));
    await expect(read(1, 1_000)).rejects.toThrow('unauthorized');
    expect(asked.length).toBeLessThanOrEqual(11);
    await expect(read(1, 1_000)).rejects.toThrow('unauthorized');
    expect(asked.length).toBeLessThanOrEqual(12);
  });
});

test.each([
  ['a rate limit', new RateLimitedError('node', 1_000), 100_000],
  ['a bug', new TypeError('undefined is not a function'), 100_000],
  ['a node that does not answer in time', new NodeUnavailableError('node', 'timeout'), 500],
])('%s is thrown at once', async (_, error, blocks) => {
  const { asked, ranges, read } = startRanges(0, () => error);
  await expect(read(1, 1_000)).rejects.toThrow(error);
  expect(asked.length).toBe(1);
  expect(ranges.blocks).toBe(blocks);
});

test('a server that lags sets no limit', async () => {
  const { ranges, read } = startRanges(10, say('block range extends beyond current head block'));
  await expect(read(1, 100)).rejects.toThrow('beyond current head');
  expect(ranges.blocks).toBe(100_000);
});

test('a server that lacks the last block of a range is behind', async () => {
  const rpc = { name: 'node', batch: async () => [[], null, null] } as unknown as Rpc;
  const ranges = createLogRanges(
    rpc,
    createParser((what) => new Error(what)),
  );
  await expect(ranges.read([], { first: 1, last: block(9), known: 0 })).rejects.toThrow(NodeBehindError);
});

test('an aborted range ends after the current piece', async () => {
  const ended = new AbortController();
  const { asked, read } = startRanges(10, (blocks) => {
    if (blocks < 20) ended.abort();
    return new RpcError('node', 'eth_getLogs', -32_000, 'too long');
  });
  await expect(read(1, 100, ended.signal)).rejects.toThrow('aborted');
  expect(asked.length).toBe(4);
});
