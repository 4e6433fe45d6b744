import { type LocalChain, startLocalChain } from '@mandate/contracts';
import { createDelegation } from '@mandate/core';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/database';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Command, histories } from '../history.ts';
import { type WatchedLedger, watchWithIndexer } from '../ledger.ts';
import { play } from '../play.ts';
import type { Service } from '../service.ts';
import { KEYED, MULTICALL, SMART } from '../world.ts';
import { compareExtensions } from './compare-extensions.ts';
import { LIES } from './lies.ts';

const FINALITY_BLOCKS = 16;
const STEPS = 200;
const SEEDS = [11, 12];

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
let db: TestDatabase;
let ledger: WatchedLedger;

beforeAll(async () => {
  db = await createTestDatabase();
  chains = await Promise.all(
    SEEDS.map((_, i) =>
      startLocalChain({
        chainId: 31_337 + i,
        finalityBlocks: FINALITY_BLOCKS,
        smartWallets: [...SMART, MULTICALL],
      }),
    ),
  );
  await Promise.all(chains.map((chain, i) => playSome(chain, SEEDS[i] ?? 0)));
  ledger = await watchWithIndexer(chains, db, { http: true });
  await Promise.all(ledger.watched.map((watched) => watched.answerNow()));
});

afterAll(async () => {
  await ledger?.stop();
  await Promise.all((chains ?? []).map((chain) => chain.stop()));
  await db?.drop();
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

async function findDifferences(mislead: (service: Service) => Service): Promise<string[]> {
  const { service } = ledger;
  const [chain] = chains;
  if (!service || !chain) throw new Error('Nothing is served.');
  const { differences } = await compareExtensions(chain, {
    service: mislead(service),
    chainIds: chains.map(({ chainId }) => chainId),
    seed: 7,
    rounds: 1,
  });
  return differences.map(({ question }) => question);
}

test('the extensions and the contracts agree', async () => {
  expect(await findDifferences((service) => service)).toEqual([]);
});

test.each(LIES)('a run detects $name', async ({ where, mislead }) => {
  const differences = await findDifferences(mislead);
  expect(differences.length).toBeGreaterThan(0);
  for (const difference of differences) expect(difference).toContain(where);
});
