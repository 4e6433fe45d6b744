import { parseAddress } from '@mandate/core';
import { expect, test } from 'vitest';
import type { ChainDoubts } from '../follow/lasting-doubts.ts';
import { nextStep, type Seen } from './next-step.ts';

const [vault, other] = ['a', 'b'].map((digit) => parseAddress(`0x${digit.repeat(40)}`)) as [never, never];
const NONE: ChainDoubts = { present: new Set(), lasting: [], isKnown: true, block: 9 };
const lagging = { key: '1 null', code: 'chain_lagging', block: 9, vault: null };
const audited = { key: `1 ${vault}`, code: 'under_audit', block: 9, vault };
const LAGGING: ChainDoubts = { ...NONE, present: new Set([lagging.key]), lasting: [lagging], isKnown: false };
const AUDITED: ChainDoubts = { ...NONE, present: new Set([audited.key]), lasting: [audited] };
const FRESH: ChainDoubts = { ...LAGGING, lasting: [] };

const lane = { chainId: 1, aside: null, feed: 'f', number: 5, told: {} };
const chosen = { wallets: null, mark: 'latest' } as const;
const seen: Seen = { end: { feed: 'f', number: 7, isComplete: true }, block: 9, markBlock: 9, doubts: NONE };
const aside = { id: 'x', type: 'delegation.reset', timestamp: '', data: {} };
const told = { [lagging.key]: 'chain_lagging' };
const markTold = { '1 mark': 'block_not_reached' };

const CASES: [string, string, Partial<typeof lane> | object, Partial<Seen>, object?, boolean?][] = [
  ['goes on with changes', 'changes', {}, {}],
  ['first sends what was decided', 'aside', { aside, feed: 'old' }, {}],
  ['says that the log was rewritten', 'reset', { feed: 'old', told }, {}],
  ['first says that the chain is not known', 'unknown', { feed: 'old' }, { doubts: LAGGING }],
  ['does not say so before lists can be read again', 'wait', { feed: 'old', told }, { doubts: LAGGING }],
  ['waits for a chain that the ledger does not have', 'wait', {}, { end: null, doubts: FRESH }],
  ['says that a chain is not known', 'unknown', {}, { doubts: LAGGING }],
  [
    'says so also of a chain that the ledger does not have',
    'unknown',
    { feed: null },
    { end: null, doubts: LAGGING },
  ],
  [
    'says so again when the reason changes',
    'unknown',
    { told: { [lagging.key]: 'chain_tainted' } },
    { doubts: LAGGING },
  ],
  ['does not say so twice', 'changes', { told }, { doubts: LAGGING }],
  ['does not say so at once', 'changes', {}, { doubts: FRESH }],
  ['is told of every vault without a filter', 'unknown', {}, { doubts: AUDITED }],
  ['is told of its own vaults', 'unknown', {}, { doubts: AUDITED }, { wallets: [vault] }],
  ['is not told of the vaults of others', 'changes', {}, { doubts: AUDITED }, { wallets: [other] }],
  ['first sends the changes of a doubt that is over', 'changes', { told }, {}],
  ['then says that the chain is known', 'known', { told, number: 7 }, {}],
  ['also if nothing more has reached the mark', 'known', { told }, {}, {}, true],
  ['not before the log leads to the newest block', 'changes', { told, number: 7 }, { block: 8 }],
  ['begins on a chain that is known', 'begin', { feed: null }, {}],
  ['does not begin on a chain that is being read', 'wait', { feed: null, told }, { doubts: LAGGING }],
  [
    'does not begin in the middle of the log',
    'wait',
    { feed: null },
    { end: { feed: 'f', number: 7, isComplete: false } },
  ],
  ['says that a chain has no such mark', 'unknown', {}, { markBlock: null }],
  ['waits for the mark', 'wait', { feed: null, told: markTold }, { markBlock: null }],
  ['begins when the mark is there', 'begin', { feed: null, told: markTold }, {}],
];

test.each(CASES)('an endpoint %s: %s', (_, type, ofLane, ofSeen, ofChosen = {}, isStalled = false) => {
  const step = nextStep(
    { ...lane, ...ofLane },
    { ...chosen, ...ofChosen },
    { ...seen, ...ofSeen },
    new Map(),
    isStalled,
  );
  expect(step.type).toBe(type);
});
