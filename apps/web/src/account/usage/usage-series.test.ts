import { describe, expect, test } from 'vitest';
import type { UsageRow } from '../session/developer-api.ts';
import { createChart, nameOperation } from './usage-series.ts';

const HOUR_MS = 3_600_000;
const FROM = Date.parse('2030-01-01T00:00:00Z');
const at = (hour: number) => new Date(FROM + hour * HOUR_MS).toISOString();
const row = (fields: Partial<UsageRow>): UsageRow => ({
  hour: at(0),
  key: '1',
  operation: 'v2List',
  chainId: 1,
  status: 200,
  requests: 1,
  ...fields,
});
const usageOf = (hours: number, ...usage: UsageRow[]) => ({ from: at(0), to: at(hours), usage });
const nameChain = (chainId: number | null) => (chainId === 1 ? 'Ethereum' : 'None');

describe('bars', () => {
  test('every hour has one, and each part is in its place', () => {
    const usage = usageOf(
      3,
      row({ requests: 5 }),
      row({ hour: at(2), operation: 'v2CheckAll', requests: 7 }),
      row({ hour: at(2), key: '2', requests: 1 }),
    );
    const { series, bars, total } = createChart(usage, { dimension: 'operation', hoursABar: 1, nameChain });
    expect(series.map(({ name, total }) => [name, total])).toEqual([
      ['v2 check all', 7],
      ['v2 list', 6],
    ]);
    expect(bars.map(({ parts }) => parts)).toEqual([
      [0, 5],
      [0, 0],
      [7, 1],
    ]);
    expect(total).toBe(13);
  });

  test('of many hours, and of no chain', () => {
    const usage = usageOf(
      12,
      row({ hour: at(5) }),
      row({ hour: at(6), chainId: null, status: 400, requests: 2 }),
    );
    const { series, bars } = createChart(usage, { dimension: 'chain', hoursABar: 6, nameChain });
    expect(series.map(({ name }) => name)).toEqual(['None', 'Ethereum']);
    expect(bars.map(({ parts }) => parts)).toEqual([
      [0, 1],
      [2, 0],
    ]);
  });

  test('rare series are summed up, and nothing is lost', () => {
    const rows = Array.from({ length: 9 }, (_, i) => row({ status: 400 + i, requests: 10 - i }));
    const { series, bars, total } = createChart(usageOf(1, ...rows), {
      dimension: 'status',
      hoursABar: 1,
      nameChain,
    });
    expect(series).toHaveLength(6);
    expect(series.at(-1)).toMatchObject({ name: 'Others', total: 5 + 4 + 3 + 2 });
    expect(bars[0]?.parts.reduce((sum, part) => sum + part)).toBe(total);
    expect(total).toBe(54);
  });

  test('a server error is red at any position', () => {
    const usage = usageOf(1, row({ status: 503, requests: 9 }), row({}));
    const { series } = createChart(usage, { dimension: 'status', hoursABar: 1, nameChain });
    expect(series.map(({ name, colour }) => [name, colour])).toEqual([
      ['503 unknown', 'series-bad'],
      ['200 answered', 'series-good'],
    ]);
  });
});

test.each([
  ['v2List', 'v2 list'],
  ['v2CheckErc1155', 'v2 check ERC1155'],
  ['v1CheckToken', 'v1 check token'],
  ['other', 'other'],
])('%s is called %s', (id, name) => {
  expect(nameOperation(id)).toBe(name);
});
