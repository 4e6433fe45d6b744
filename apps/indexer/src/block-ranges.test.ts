import { describe, expect, test } from 'vitest';
import { createBlockRanges } from './block-ranges.ts';
import { QuorumError } from './quorum.ts';
import { NodeUnavailableError, RateLimitedError, RpcError } from './rpc-errors.ts';

const refusal = (said: string, code = -32_000) => new RpcError('node', 'eth_getLogs', code, said);

/** Ranges that have grown until one of `blocks` is next. */
function grownTo(blocks: number) {
  const ranges = createBlockRanges();
  while (ranges.size < blocks) ranges.succeeded(ranges.size, 0);
  return ranges;
}

describe('what nodes say to a range that is too long', () => {
  const SAID: readonly [said: string, asked: number, next: number][] = [
    // Alchemy
    [
      'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Based on your ' +
        'parameters, this block range should work: [0x1180fca, 0x1180fd3]. Upgrade to PAYG for expanded block range.',
      2_000,
      10,
    ],
    [
      'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on ' +
        'the response size, or you can request any block range with a cap of 10K logs in the response. Based on ' +
        'your parameters and the response size limit, this block range should work: [0x1, 0x64]',
      2_000,
      100,
    ],
    ['this block range should work: [0x1, 0x64]', 2_000, 100],
    ['Query timeout exceeded. this block range should work: [0x5223c98, 0x5223e80]', 2_000, 489],
    // Infura
    ['query returned more than 10000 results', 2_000, 1_000],
    ['query returned more than 10000 results. Try with this block range [0x1, 0x1f4].', 2_000, 500],
    ['range 32000 exceeds limit of 10000', 32_000, 10_000],
    // QuickNode
    ['eth_getLogs is limited to a 10,000 range', 16_000, 10_000],
    ['eth_getLogs is limited to a 10 block range', 2_000, 10],
    // dRPC, Ankr, 1RPC, Cloudflare, BlockPI, public nodes
    ['ranges over 10000 blocks are not supported on freetier', 16_000, 10_000],
    ['block range is too wide', 2_000, 1_000],
    ['eth_getLogs is limited to 0 - 1000 blocks range', 2_000, 1_000],
    ['Max range: 800', 2_000, 800],
    ['query exceeds max results 20000, retry with the range 100-899', 2_000, 800],
    ['exceed maximum block range: 5000', 8_000, 5_000],
    ['exceed maximum block range: 5000', 2_000, 1_000],
    ['block range too large, max range: 1000', 2_000, 1_000],
    ['block range is larger than max block range, block range = 5120, max block range = 5000', 5_120, 5_000],
    ['requested too many blocks from 0 to 2000, maximum is set to 1024', 2_000, 1_024],
    // Clients: Moonbeam, Scroll, geth and its kin, Erigon
    ['block range is too wide (maximum 1024)', 2_000, 1_024],
    ['block range is bigger than maxBlockRange', 2_000, 1_000],
    ['exceed max topics', 2_000, 1_000],
    ['limit exceeded', 2_000, 1_000],
    ['query timed out', 2_000, 1_000],
    ['context deadline exceeded', 2_000, 1_000],
    ['invalid block range: from 1 to 2000', 2_000, 1_000],
    ['block range 1-2000 is too large', 2_000, 1_000],
  ];
  test.for(SAID)('%s', ([said, asked, next]) => {
    const ranges = grownTo(asked);
    expect(ranges.failed(asked, refusal(said))).toBe(true);
    expect(ranges.size).toBe(next);
  });
});

describe('ranges', () => {
  test('grow while there is little in them, up to a bound', () => {
    const ranges = createBlockRanges();
    const first = ranges.size;
    ranges.succeeded(first, 10);
    expect(ranges.size).toBe(2 * first);
    for (let i = 0; i < 20; i++) ranges.succeeded(ranges.size, 10);
    expect(ranges.size).toBe(100_000);
  });

  test('stay, and shrink, with much in them', () => {
    const ranges = createBlockRanges();
    const first = ranges.size;
    ranges.succeeded(first, 3_000);
    expect(ranges.size).toBe(first);
    ranges.succeeded(first, 9_000);
    expect(ranges.size).toBe(first / 2);
  });

  test('do not grow by an answer to less than was possible', () => {
    const ranges = createBlockRanges();
    const first = ranges.size;
    ranges.succeeded(3, 0);
    expect(ranges.size).toBe(first);
  });

  test('never outgrow what the node has said it allows', () => {
    const ranges = createBlockRanges();
    ranges.failed(2_000, refusal('exceed maximum block range: 500'));
    for (let i = 0; i < 5; i++) ranges.succeeded(ranges.size, 0);
    expect(ranges.size).toBe(500);
  });

  test('outgrow what was right for a crowded stretch', () => {
    const ranges = createBlockRanges();
    ranges.failed(2_000, refusal('Log response size exceeded. This block range should work: [0x1, 0x3]'));
    expect(ranges.size).toBe(3);
    ranges.succeeded(3, 100);
    expect(ranges.size).toBe(6);
  });

  test('are halved by a node that does not answer in time, down to one block', () => {
    const ranges = createBlockRanges();
    const late = new NodeUnavailableError('node', 'The operation was aborted due to timeout');
    for (let size = 2_000; size > 1; size = Math.floor(size / 2)) {
      expect(ranges.failed(size, late)).toBe(true);
    }
    expect(ranges.size).toBe(1);
    expect(ranges.failed(1, late)).toBe(false);
  });

  test.for([
    ['a rate limit', new RateLimitedError('node', 1_000)],
    ['a bug', new TypeError('undefined is not a function')],
    ['nodes that contradict each other', new QuorumError('blocks 1 to 2', 2, ['a', 'b'], 2, [])],
  ] as const)('are not at fault for %s', ([, error]) => {
    const ranges = createBlockRanges();
    const first = ranges.size;
    expect(ranges.failed(first, error)).toBe(false);
    expect(ranges.size).toBe(first);
  });

  test('suit the node of a quorum that bears least', () => {
    const ranges = createBlockRanges();
    const errors = [refusal('exceed maximum block range: 500'), refusal('up to a 10 block range')];
    expect(ranges.failed(2_000, new QuorumError('blocks 1 to 2000', 2, [], 0, errors))).toBe(true);
    expect(ranges.size).toBe(10);
  });
});
