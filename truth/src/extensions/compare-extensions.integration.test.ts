import { createRandom, type LocalChain } from '@mandate/contracts';
import { createDelegation } from '@mandate/core';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Command, histories } from '../history.ts';
import { type WatchedLedger, watchWithIndexer } from '../ledger.ts';
import { play } from '../play.ts';
import type { Service } from '../service.ts';
import { startChain } from '../start-chain.ts';
import { KEYED, SMART } from '../world.ts';
import { createContext, listParts } from './compare-extensions.ts';
import type { Context } from './context.ts';
import { LIES } from './lies.ts';

const FINALITY_BLOCKS = 16;
const STEPS = 200;
const SEEDS = [11, 12];
/** The questions are random: not each round has one that exposes a rare lie. */
const MAX_ROUNDS = 8;

/** A grant of v1 that is old when it is revoked without a name and granted again, in the newest block. */
const GRANTED_AT = 150;
const [, vault] = SMART;
const [hot] = KEYED;
const GRANT: Command = {
  write: 'grant',
  delegation: createDelegation({ registry: 'v1', kind: 'all', from: vault, to: hot }),
};
const REVOKE: Command = { write: 'revokeDelegate', from: vault, to: hot };

let chains: LocalChain[];
let ledger: WatchedLedger;
let context: Context;

beforeAll(async () => {
  chains = await Promise.all(
    SEEDS.map((_, i) => startChain({ chainId: 31_337 + i, finalityBlocks: FINALITY_BLOCKS })),
  );
  await Promise.all(chains.map((chain, i) => playSome(chain, SEEDS[i] ?? 0)));
  ledger = await watchWithIndexer(chains, { http: true });
  await Promise.all(ledger.watched.map((watched) => watched.answerNow()));
  context = await getContext();
});

afterAll(async () => {
  await ledger?.stop();
  await Promise.all((chains ?? []).map((chain) => chain.stop()));
});

/** Plays steps without reorgs, with a second between some of the blocks. */
async function playSome(chain: LocalChain, seed: number): Promise<void> {
  await chain.mine(FINALITY_BLOCKS);
  const steps = fc.sample(histories(STEPS), { seed, numRuns: 10 }).flat();
  const some = steps.filter(({ type }) => type !== 'reorg' && type !== 'compare').slice(0, STEPS);
  for (const [i, step] of some.entries()) {
    if (i === GRANTED_AT) await play(chain, { type: 'send', command: GRANT });
    await play(chain, step);
    if (i % 8 === 0) await chain.client.increaseTime({ seconds: 1 });
  }
  await play(chain, { type: 'bundle', commands: [REVOKE, GRANT] });
  await chain.mine();
}

async function getContext(): Promise<Context> {
  const { service } = ledger;
  const [chain] = chains;
  if (!service || !chain) throw new Error('Nothing is served.');
  return createContext(chain, {
    service,
    chainIds: chains.map(({ chainId }) => chainId),
    seed: 7,
    rounds: 1,
  });
}

/** Compares the parts whose names begin so, until one has differences. */
async function findDifferences(
  mislead: (service: Service) => Service,
  { part = '', rounds = 1 } = {},
): Promise<string[]> {
  const misled = { ...context, service: mislead(context.service), random: createRandom(7) };
  for (let round = 0; round < rounds; round++) {
    for (const { compare } of listParts(misled).filter(({ name }) => name.startsWith(part))) {
      const differences = (await Promise.all(compare())).flatMap((compared) => compared.differences);
      if (differences.length > 0) return differences.map(({ question }) => question);
    }
  }
  return [];
}

test('the extensions and the contracts agree', async () => {
  expect(await findDifferences((service) => service)).toEqual([]);
});

test.each(LIES)('a run detects $name', async ({ where, part, mislead }) => {
  const differences = await findDifferences(mislead, { part, rounds: MAX_ROUNDS });
  expect(differences.length).toBeGreaterThan(0);
  for (const difference of differences) expect(difference).toContain(where);
});
