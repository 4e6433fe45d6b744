import { expect, test } from 'vitest';
import type { KeyEvent } from '../session/developer-api.ts';
import { describeEvent } from './describe-event.ts';

const HOUR_MS = 3_600_000;
const nameChain = (chainId: number) => (chainId === 1 ? 'Ethereum' : `chain ${chainId}`);
const describe = (
  event: KeyEvent['event'],
  detail: KeyEvent['detail'],
  endpoint: KeyEvent['endpoint'] = null,
) =>
  describeEvent(
    {
      id: '1',
      at: '2030-01-01T00:00:00Z',
      actor: 'owner',
      event,
      ...{ key: endpoint ? null : { id: '1', name: 'n', prefix: 'p' }, endpoint },
      detail,
    },
    nameChain,
  ).join('; ');

test.each([
  [
    'created',
    { name: 'n', prefix: 'mdt', kind: 'publishable', origins: ['https://a.example'], chains: null },
    'publishable; origins: https://a.example',
  ],
  [
    'created',
    { kind: 'secret', chains: [1, 10], ceiling: 2_000 },
    'secret; chains: Ethereum, chain 10; requests in 10 s: 2,000',
  ],
  ['changed', { name: { from: 'a', to: 'b' } }, 'name: “a” → “b”'],
  ['changed', { ceiling: { from: null, to: 5 } }, 'requests in 10 s: default → 5'],
  ['changed', { operations: { from: ['v2List'], to: null } }, 'operations: v2 list → all'],
  [
    'changed',
    {
      origins: {
        from: ['https://a.example', 'https://b.example'],
        to: ['https://b.example', 'https://c.example'],
      },
    },
    'origins: added https://c.example, removed https://a.example',
  ],
  ['changed', { chains: { from: [1], to: [1, 10] } }, 'chains: added chain 10'],
  [
    'rotated',
    { to: 2, prefix: 'mdt_live_Next', overlapMs: 0 },
    'new key mdt_live_Next…; the old key stopped at once',
  ],
  ['rotated', { overlapMs: HOUR_MS }, 'the old key works for 1 hour more'],
  ['rotated', { overlapMs: 24 * HOUR_MS }, 'the old key works for 24 hours more'],
  ['rotated', { overlapMs: 168 * HOUR_MS }, 'the old key works for 7 days more'],
  ['revoked', {}, ''],
] as const)('%s %j: %s', (event, detail, text) => {
  expect(describe(event, detail)).toBe(text);
});

test.each([
  [
    'created',
    { name: 'n', url: 'https://a.example', chainIds: [1] },
    'URL: https://a.example; chains: Ethereum',
  ],
  ['changed', { wallets: { from: null, to: ['0xa'] } }, 'wallets: all → 0xa'],
  ['rotated', { overlapMs: HOUR_MS }, 'the old secret works for 1 hour more'],
] as const)('of an endpoint: %s %j: %s', (event, detail, text) => {
  expect(describe(event, detail, { id: '1', name: 'n' })).toBe(text);
});
