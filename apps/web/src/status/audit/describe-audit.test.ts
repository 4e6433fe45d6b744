import type { ChainAudit } from '@mandate/sdk';
import { expect, test } from 'vitest';
import { summarizeAudit, writeShare } from './describe-audit.ts';

const chain = (name: string, more: Partial<ChainAudit> = {}): ChainAudit => ({
  ...{
    chainId: 1,
    name,
    questions: 9,
    coverage: 1,
    oldestUnauditedSeconds: null,
    differences: 0,
    unconfirmed: 0,
  },
  ...{ disputes: 0, vaultsUnderAudit: 0, passes: 1, lastPass: null, currentPass: null, ...more },
});

test.each([
  [[chain('A'), chain('B')], 'good', 'No record has ever differed from its chain.'],
  [
    [chain('A', { differences: 1_002 }), chain('B')],
    'good',
    'No record differs from its chain. 1,002 differences were found and repaired.',
  ],
  [[chain('A'), chain('B', { passes: 0 })], 'warn', 'Not compared yet: B.'],
  [[chain('A', { passes: 0 })], 'warn', 'Not compared yet.'],
  [
    [chain('A', { passes: 0 }), chain('B', { differences: 1, vaultsUnderAudit: 1 })],
    'bad',
    '1 vault is under audit: its records differ from the chain.',
  ],
] as const)('%#', (chains, tone, text) => {
  expect(summarizeAudit(chains)).toEqual({ tone, text });
});

test.each([
  [1, '100 %'],
  [0.9999, '99.9 %'],
  [0.5, '50 %'],
  [0, '0 %'],
])('%f is %s', (share, text) => {
  expect(writeShare(share)).toBe(text);
});
