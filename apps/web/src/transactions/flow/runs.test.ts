import type { Network } from '@mandate/sdk';
import type { Progress } from '@mandate/sdk/transactions';
import { getRegistryAddress } from '@mandate/sdk/write';
import { expect, test } from 'vitest';
import { planWrites } from '../plan/plan.ts';
import type { Address } from '../plan/write.ts';
import { groupSendings } from './group-sendings.ts';
import { createRuns, type Sending } from './runs.ts';

const hash = `0x${'ab'.repeat(32)}` as const;
const hot: Address = '0x3333000000000000000000000000000000000003';
const network: Network = {
  chainId: 1,
  name: 'Ethereum',
  testnet: false,
  explorer: null,
  registries: { v1: null, v2: getRegistryAddress('v2') },
  proofs: false,
  publicNode: null,
};

/** The revocation of the same hot wallet from a vault. */
function revocationFrom(vault: Address): Sending {
  const write = { action: 'revoke', chainId: 1, grant: { registry: 'v2', type: 'all', to: hot } } as const;
  const { transactions } = planWrites({ vault, networks: [network], standing: [], writes: [write] });
  const [sending] = groupSendings(transactions, [network], new Set());
  if (!sending) throw new Error('The plan is empty.');
  return sending;
}
const fromA = revocationFrom('0xAaaaAAAaaAAaAAAAAAaaAAAAaAAAAaaAaAAAAAaA');
const fromB = revocationFrom('0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB');

function follow() {
  const reports: ((progress: Progress) => void)[] = [];
  let answers = 0;
  const runs = createRuns({
    follow: (_, onProgress) => {
      reports.push(onProgress);
      return new Promise(() => {});
    },
    onAnswers: () => {
      answers++;
    },
  });
  return {
    runs,
    report: (index: number, progress: Progress) => reports[index]?.(progress),
    stepOf: ({ id }: Sending) => runs.get().get(id)?.progress.step,
    countAnswers: () => answers,
  };
}

test('the transaction of one vault is no news of another vault', async () => {
  const { runs, report, stepOf } = follow();
  const done = runs.start(fromA);
  report(0, { step: 'sent', hash, replaces: null });
  expect([fromA, fromB].map(stepOf)).toEqual(['sent', undefined]);
  report(0, { step: 'known', hash, block: 7 });
  expect([fromA, fromB].map(stepOf)).toEqual(['known', undefined]);
  expect(await done).toBe(true);
});

test('a run that was forgotten does not come back, and the explorer still hears of it', () => {
  const { runs, report, stepOf, countAnswers } = follow();
  void runs.start(fromA);
  report(0, { step: 'known', hash, block: 7 });
  runs.forgetEnded();
  report(0, { step: 'safe', hash, block: 7 });
  expect(stepOf(fromA)).toBeUndefined();

  void runs.start(fromA);
  report(1, { step: 'signing', gas: null, feeWei: null, isWholeFee: false });
  report(0, { step: 'takenBack', hash, block: 7, isWaiting: false });
  expect(stepOf(fromA)).toBe('signing');
  expect(countAnswers()).toBe(3);
});

test('a new attempt ends the watch over the one before', () => {
  const { runs, report, stepOf } = follow();
  void runs.start(fromA);
  report(0, { step: 'dropped', hash });
  void runs.start(fromA);
  report(1, { step: 'simulating' });
  report(0, { step: 'safe', hash, block: 7 });
  expect(stepOf(fromA)).toBe('simulating');
});
