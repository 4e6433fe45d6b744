import { keccak256, numberToHex, pad, stringToHex } from 'viem';
import { describe, expect, test } from 'vitest';
import { bloomOf, fullnessOf, isInBloom, isWithin } from './bloom.ts';

const EMPTY = `0x${'00'.repeat(256)}` as const;
const FULL = `0x${'ff'.repeat(256)}` as const;
const registry = '0x00000000000000447e69651d841bd8d104bed493';
const topic = pad('0x407', { size: 32 });
const valuesOf = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => pad(numberToHex(first + i), { size: 32 }));

describe('a bloom', () => {
  test("is go-ethereum's, bit for bit", () => {
    // TestBloomExtensively of go-ethereum's core/types/bloom9_test.go.
    const values = Array.from({ length: 100 }, (_, i) => stringToHex(`xxxxxxxxxx data ${i} yyyyyyyyyyyyyy`));
    expect(keccak256(bloomOf(values))).toBe(
      '0xc8d3ca65cdb4874300a9e39475508f23ed6da09fdbc487f89a2dcf50b09eb263',
    );
  });

  test('of nothing is empty, and matches nothing', () => {
    expect(bloomOf([])).toBe(EMPTY);
    expect(isInBloom(EMPTY, registry)).toBe(false);
  });

  test('matches everything that is in it', () => {
    const values = [registry, topic, ...valuesOf(0, 200)] as const;
    const bloom = bloomOf(values);
    expect(values.every((value) => isInBloom(bloom, value))).toBe(true);
  });

  test('matches almost nothing else, unless it is full', () => {
    const bloom = bloomOf(valuesOf(0, 100));
    const allowed = valuesOf(1_000, 1_000).filter((value) => isInBloom(bloom, value));
    expect(allowed.length).toBeLessThan(20);
  });

  test('matches anything when it is full', () => {
    expect(isInBloom(FULL, registry)).toBe(true);
  });
});

describe('isWithin', () => {
  const few = bloomOf([registry, topic]);
  const more = bloomOf([registry, topic, ...valuesOf(0, 5)]);

  test.for([
    [EMPTY, EMPTY, true],
    [EMPTY, few, true],
    [few, EMPTY, false],
    [few, few, true],
    [few, more, true],
    [more, few, false],
    [more, FULL, true],
    [FULL, more, false],
  ] as const)('case %#', ([bloom, other, expected]) => {
    expect(isWithin(bloom, other)).toBe(expected);
  });
});

test('fullness is the share of bits that are set', () => {
  expect([fullnessOf(EMPTY), fullnessOf(FULL)]).toEqual([0, 1]);
  expect(fullnessOf(bloomOf([registry]))).toBe(3 / 2048);
  expect(fullnessOf(`0x${'f0'.repeat(256)}`)).toBe(0.5);
});
