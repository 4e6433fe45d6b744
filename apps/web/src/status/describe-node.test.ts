import type { NodeStatus } from '@mandate/sdk';
import { expect, test } from 'vitest';
import { describeNode, describeToday, listTroubles } from './describe-node.ts';

const NOW = 1_000_000;
const node = (more: Partial<NodeStatus>): NodeStatus => ({
  label: 'a',
  state: 'agreed',
  inQuorum: true,
  head: 100,
  outvoted: 0,
  lastOutvoted: null,
  lastError: null,
  today: null,
  ...more,
});
const failed = (kind: string) => node({ state: 'failed', lastError: { kind, timestamp: NOW - 5 } });

test.each([
  [node({}), 'Agrees'],
  [node({ state: 'behind', head: 99 }), '1 block behind'],
  [node({ state: 'behind', head: 10 }), '90 blocks behind'],
  [node({ state: 'behind', head: null }), 'Behind'],
  [node({ state: 'outvoted' }), 'Contradicts the others'],
  [failed('unavailable'), 'Does not answer'],
  [failed('rate_limited'), 'Gets too many requests'],
  [failed('of a newer service'), 'Does not answer'],
  [node({ state: 'state_only' }), 'Reads storage only'],
  [node({ state: 'unknown' }), 'Not known'],
] as const)('%o: %s', (status, text) => {
  expect(describeNode(status, 100)).toBe(text);
});

test('past problems are listed with their time', () => {
  expect(listTroubles(node({}), NOW)).toEqual([]);
  const outvoted = node({
    outvoted: 1_200,
    lastOutvoted: NOW - 120,
    lastError: { kind: 'refused', timestamp: NOW - 7_300 },
  });
  expect(listTroubles(outvoted, NOW)).toEqual([
    'Outvoted 1,200 times, last 2 min ago',
    'Rejected a request 2 h ago',
  ]);
  expect(listTroubles(node({ outvoted: 1, lastOutvoted: NOW - 3 }), NOW)).toEqual(['Outvoted once, 3 s ago']);
  expect(listTroubles(failed('unavailable'), NOW)).toEqual(['Last tried 5 s ago']);
});

test('calls and cost of today', () => {
  expect(describeToday(null)).toBeNull();
  expect(describeToday({ calls: 1, cost: null })).toBe('1 call');
  expect(describeToday({ calls: 36_000, cost: 0.108 })).toBe('36,000 calls, cost 0.11');
});
