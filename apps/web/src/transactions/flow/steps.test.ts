import type { Progress } from '@mandate/sdk/transactions';
import { expect, test } from 'vitest';
import { addFacts, type Facts, listSteps, NO_FACTS } from './steps.ts';

const hash = `0x${'ab'.repeat(32)}` as const;
const reason = { code: 'said', message: 'no' } as const;
const other = `0x${'cd'.repeat(32)}` as const;

/** Returns the states of the five steps after these events. */
function run(...events: readonly Progress[]): { states: string; facts: Facts; names: string[] } {
  const facts = events.reduce(addFacts, NO_FACTS);
  const steps = listSteps(events.at(-1) ?? null, facts);
  return { states: steps.map(({ state }) => state).join(' '), facts, names: steps.map(({ name }) => name) };
}

const simulating = { step: 'simulating' } as const;
const signing = { step: 'signing', gas: 50_000n, feeWei: 7n, isWholeFee: true } as const;
const proposed = { step: 'proposed', id: '0x', signed: 1, required: 2 } as const;
const sent = { step: 'sent', hash, replaces: null } as const;
const inBlock = { step: 'inBlock', hash, block: 1_234, doubt: null } as const;
const takenBack = { step: 'takenBack', hash, block: 1_234, isWaiting: true } as const;

test.each([
  ['todo todo todo todo todo', []],
  ['busy todo todo todo todo', [simulating]],
  ['bad todo todo todo todo', [simulating, { step: 'refused', reason }]],
  ['bad todo todo todo todo', [{ step: 'wrongChain', chainId: 8453, reason }]],
  ['done busy todo todo todo', [simulating, signing]],
  ['done bad todo todo todo', [simulating, signing, { step: 'rejected' }]],
  ['done done bad todo todo', [simulating, signing, { step: 'failed', reason }]],
  ['done waiting todo todo todo', [simulating, signing, proposed]],
  ['done done waiting todo todo', [simulating, signing, { ...proposed, signed: 2 }]],
  ['done done done busy todo', [simulating, signing, sent]],
  ['done done waiting todo todo', [simulating, signing, sent, { step: 'dropped', hash }]],
  ['done done bad todo todo', [simulating, signing, sent, { step: 'cancelled', hash, by: null }]],
  ['done done done bad todo', [simulating, signing, sent, { step: 'reverted', hash, block: 9 }]],
  ['done done done done busy', [simulating, signing, sent, inBlock]],
  ['done done done waiting todo', [signing, sent, inBlock, takenBack]],
  ['done done done done done', [signing, sent, inBlock, { step: 'known', hash, block: 1_234 }]],
] as const)('%s', (states, events) => {
  expect(run(...events).states).toBe(states);
});

test('the facts stay until they are no longer true', () => {
  const { facts, names } = run(signing, sent, inBlock);
  expect(facts).toEqual({ gas: 50_000n, feeWei: 7n, isWholeFee: true, hash, block: 1_234 });
  expect(names[3]).toBe('In block 1,234');
  const back = run(signing, sent, inBlock, takenBack);
  expect(back.facts).toEqual({ gas: 50_000n, feeWei: 7n, isWholeFee: true, hash, block: null });
  expect(back.names[3]).toBe('In a block');
  const replaced = run(signing, sent, { step: 'sent', hash: other, replaces: hash });
  expect(replaced.facts.hash).toBe(other);
  expect(run(signing, sent, { step: 'rejected' }, simulating, signing).facts.hash).toBeNull();
});
