import { describe, expect, test } from 'vitest';
import { suggestBlocks } from './range-hints.ts';
import { RANGE_WORDINGS } from './testing/range-wordings.ts';

test.for(RANGE_WORDINGS)('%s', ([said, asked, next, code = -32_000]) => {
  expect(suggestBlocks({ code, said }, asked) ?? asked / 2).toBe(next);
});

describe('a suggestion is at least one block, fewer than requested, and found quickly', () => {
  const NUMBERS = ['0', '000', '0x3e8', ',', '.', '0,0', '-1', '1', '2000', '9'.repeat(400)];
  const PHRASES: readonly ((number: string) => string)[] = [
    (number) => `requested too many blocks from 1 to 2, maximum is set to ${number}`,
    (number) => `Max range: ${number}`,
    (number) => `please limit the query to at most ${number} blocks`,
    (number) => `exceed max block range: ${number}`,
    (number) => `maximum block range: ${number}`,
    (number) => `eth_getLogs is limited to a ${number} range`,
    (number) => `exceeds the range allowed for your plan (${number} > ${number})`,
    (number) => `Try with this block range [0x64, ${number}]`,
    (number) => `Try with this block range [0x64, 0x63] or ${number}`,
    (number) => `this block range should work: [0x64, 0x1] or ${number}`,
    (number) => `retry with the range 100-${number}`,
  ];
  test.for(PHRASES.flatMap((phrase) => NUMBERS.map(phrase)))('%s', (said) => {
    const blocks = suggestBlocks({ code: -32_000, said }, 2_000) ?? 1;
    expect(blocks).toBeGreaterThanOrEqual(1);
    expect(blocks).toBeLessThan(2_000);
    expect(Number.isInteger(blocks)).toBe(true);
  });

  test('also in a text of megabytes', () => {
    const said = 'max range 1 to '.repeat(1_000_000);
    const before = process.threadCpuUsage();
    suggestBlocks({ code: -32_000, said }, 2_000);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(500);
  });
});
