/** Learns what a chain's polls cost each account, and how lively the chain is. */
import type { ConfiguredChain } from '@mandate/config';
import { isFollowing, type Step } from '../follow/following.ts';
import { createPollCostLearner, type PollCostLearner } from './poll-cost.ts';
import type { StretchableChain } from './stretch-polls.ts';

/** The longest time between polls, as a part of the chain's maximum lag. */
const MAX_PART_OF_LAG = 1 / 3;
/** After this time, an event counts half. */
const HALF_LIFE_MS = 24 * 3_600_000;
/** The weight of the last poll in the average time between two. */
const WEIGHT = 0.02;

export interface ChainPolls {
  /** Calls are for old blocks: the ledger is far from the head, or an imported one is being proved. */
  readonly readsOldBlocks: boolean;
  setAuditing(isAuditing: boolean): void;
  called(label: string, calls: number): void;
  stepped(step: Step): void;
  /** Reports the end of a poll. `isStretched`: the next one comes later than it is due. */
  polled(isStretched: boolean): void;
  /** `null` if too little is known about the chain. */
  find(label: string): StretchableChain | null;
}

export function createChainPolls(chain: ConfiguredChain, now: () => number): ChainPolls {
  const { chainId, testnet } = chain;
  const learners = new Map<string, PollCostLearner>(
    chain.nodes.map(({ label }) => [label, createPollCostLearner()]),
  );
  let calls = new Map<string, number>();
  let blocks = 0;
  let isBackfilling = false;
  let isAuditing = false;
  let hasBackfilled = false;
  let lastPollAt: number | null = null;
  let wasStretched = false;
  let usualMs: number | null = null;
  let usualPolls = 0;
  let events = { count: 0, at: now() };
  const countEvents = () => events.count * 2 ** ((events.at - now()) / HALF_LIFE_MS);

  function learn(elapsedMs: number): void {
    for (const [label, learner] of learners) learner.add({ calls: calls.get(label) ?? 0, blocks, elapsedMs });
    if (wasStretched) return;
    // The first polls count equally.
    const weight = Math.max(WEIGHT, 1 / ++usualPolls);
    usualMs = (usualMs ?? 0) + weight * (elapsedMs - (usualMs ?? 0));
  }

  return {
    get readsOldBlocks() {
      return isBackfilling || isAuditing;
    },
    setAuditing(value) {
      isAuditing = value;
    },
    called(label, more) {
      if (isAuditing) return;
      calls.set(label, (calls.get(label) ?? 0) + more);
    },
    stepped(step) {
      if (step.type !== 'idle' && step.type !== 'advanced') return;
      isBackfilling = !isFollowing(step.block, step.marks);
      hasBackfilled ||= isBackfilling;
      if (step.type !== 'advanced') return;
      blocks += step.blocks;
      events = { count: countEvents() + step.events, at: now() };
    },
    polled(isStretched) {
      const time = now();
      // The cost of old blocks says nothing about following.
      if (lastPollAt !== null && !hasBackfilled) learn(time - lastPollAt);
      lastPollAt = time;
      wasStretched = isStretched;
      calls = new Map();
      blocks = 0;
      hasBackfilled = isBackfilling;
    },
    find(label) {
      const cost = learners.get(label)?.find() ?? null;
      if (!cost || usualMs === null || isBackfilling) return null;
      const maxMs = Math.max(usualMs, chain.maxLag.ms * MAX_PART_OF_LAG);
      return { chainId, cost, usualMs, maxMs, events: countEvents(), testnet };
    },
  };
}
