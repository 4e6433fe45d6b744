import { readChains } from '@mandate/config';
import type { Checkpoint } from '@mandate/store';
import { beforeEach, expect, test } from 'vitest';
import { createServedChains } from '../request/chains.ts';
import { createReadiness } from './readiness.ts';

const node = { nodes: ['http://127.0.0.1:1'], maxQuietSeconds: 600 };
const chains = createServedChains(
  readChains({ CHAINS: JSON.stringify({ 1: node, 10: node }) }),
  async () => false,
);
const FRESH: Partial<Checkpoint> = { state: 'following', registries: null, heartbeat: 1 };
const createCheckpoint = (ageSeconds: number, state: Checkpoint['state'] = 'following') =>
  ({
    ...FRESH,
    state,
    head: 5,
    block: { number: 5, hash: '0x', timestamp: Date.now() / 1_000 - ageSeconds },
  }) as unknown as Checkpoint;

let isAnswered: boolean;
let checkpoints: Record<number, Checkpoint | null>;
beforeEach(() => {
  isAnswered = false;
  checkpoints = { 1: createCheckpoint(1), 10: createCheckpoint(1) };
});

const create = (hasReadModel = true) =>
  createReadiness({
    probe: { isAnswered: () => isAnswered },
    chains,
    readModel: hasReadModel
      ? { findCheckpoint: (chainId) => checkpoints[chainId] ?? null, problem: () => null }
      : null,
    isDraining: () => false,
  });

test('without its database, a process is ready while its read model answers for one chain', async () => {
  const ready = create();
  isAnswered = true;
  expect(await ready()).toEqual({ isReady: true, body: { status: 'ready' } });
  isAnswered = false;
  checkpoints[10] = createCheckpoint(10_000);
  expect(await ready()).toEqual({
    isReady: true,
    body: { status: 'the database does not answer; the read model answers checks of 1 of 2 chains' },
  });
  checkpoints[1] = null;
  expect(await ready()).toEqual({ isReady: false, body: { status: 'the database does not answer' } });
});

test('without a read model it is as ready as its database', async () => {
  const ready = create(false);
  isAnswered = true;
  expect((await ready()).isReady).toBe(true);
  isAnswered = false;
  expect((await ready()).isReady).toBe(false);
});

test('a process that has just started waits for its database, or for every chain', async () => {
  const ready = create();
  checkpoints[10] = null;
  expect((await ready()).isReady).toBe(false);
  checkpoints[10] = createCheckpoint(1, 'backfilling');
  expect((await ready()).isReady).toBe(true);
});
