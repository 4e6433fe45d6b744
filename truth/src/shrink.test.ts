import { expect, test } from 'vitest';
import type { Command, History } from './history.ts';
import { shrink } from './shrink.ts';
import { WALLETS } from './world.ts';

const never = new AbortController().signal;
const revoke = (i: 0 | 1 | 2 | 3): Command => ({ write: 'revokeAllDelegates', from: WALLETS[i] });
const mine = (blocks: number): History[number] => ({ type: 'mine', blocks });

test('keeps the steps and commands that the failure needs, in their order', async () => {
  const history: History = [
    ...Array.from({ length: 20 }, () => mine(1)),
    { type: 'send', command: revoke(0) },
    ...Array.from({ length: 31 }, () => mine(2)),
    { type: 'bundle', commands: [revoke(1), revoke(2), revoke(3), revoke(2)] },
    mine(3),
  ];
  let tries = 0;
  const shrunk = await shrink(
    history,
    async (steps) => {
      tries++;
      const text = JSON.stringify(steps);
      return text.includes(JSON.stringify(revoke(0))) && text.includes(JSON.stringify(revoke(3)));
    },
    never,
  );
  expect(shrunk).toEqual([
    { type: 'send', command: revoke(0) },
    { type: 'bundle', commands: [revoke(3)] },
  ]);
  expect(tries).toBeLessThan(60);
});

test('returns what it has at the deadline', async () => {
  const history: History = [mine(1), mine(2)];
  expect(await shrink(history, async () => true, AbortSignal.abort())).toEqual(history);
});
