import type { LocalChain } from '@mandate/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { histories } from '../history.ts';
import { type WatchedLedger, watchWithIndexer } from '../ledger.ts';
import { play } from '../play.ts';
import type { Reply, Service } from '../service.ts';
import { startChain } from '../start-chain.ts';
import { compareProofs } from './proofs.ts';

const FINALITY_BLOCKS = 16;
const STEPS = 40;

let chain: LocalChain;
let ledger: WatchedLedger;

beforeAll(async () => {
  chain = await startChain({ finalityBlocks: FINALITY_BLOCKS });
  await chain.mine(FINALITY_BLOCKS);
  const steps = fc.sample(histories(STEPS), { seed: 11, numRuns: 5 }).flat();
  for (const step of steps.filter(({ type }) => type !== 'compare').slice(0, STEPS)) await play(chain, step);
  await chain.mine();
  ledger = await watchWithIndexer([chain], { http: true });
  await ledger.watched[0]?.answerNow();
});
afterAll(async () => {
  await ledger?.stop();
  await chain?.stop();
});

async function run(mislead: (service: Service) => Service = (service) => service) {
  const { service } = ledger;
  if (!service) throw new Error('Nothing is served.');
  return compareProofs(chain, {
    service: mislead(service),
    chainIds: [chain.chainId],
    seed: 7,
    rounds: 1,
  });
}

test('every proof verifies, and proves what the contracts say', async () => {
  const { questions, differences } = await run();
  expect(differences).toEqual([]);
  expect(questions).toBeGreaterThan(150);
});

/** Changes the answers to single checks. */
const lie =
  (tell: (reply: Reply, service: Service, path: string, query: Record<string, string>) => Promise<string>) =>
  (service: Service): Service => ({
    ...service,
    async get(path, query) {
      const reply = await service.get(path, query);
      return { ...reply, body: await tell(reply, service, path, query) };
    },
  });

test.each([
  [
    'a flipped answer',
    lie(async ({ body }) => {
      const proven = JSON.parse(body);
      const value = typeof proven.value === 'boolean' ? !proven.value : '3';
      return JSON.stringify({ ...proven, value });
    }),
    'with a proof of',
  ],
  [
    'a proof of another question',
    lie(async (_, service, path, query) => {
      const { from = '', to = '' } = query;
      return (await service.get(path, { ...query, from: to, to: from })).body;
    }),
    'Not proven',
  ],
  [
    'a proof of another block',
    lie(async ({ body }, service, path, query) => {
      const { blockTag: _, minBlock: __, atTime: ___, ...plain } = query;
      const { block, ...proven } = JSON.parse(body);
      const before = String(Math.max(1, block.number - 1));
      const other = JSON.parse((await service.get(path, { ...plain, atBlock: before })).body);
      return JSON.stringify({
        ...proven,
        proof: other.proof,
        block: { ...block, header: other.block.header },
      });
    }),
    'proven at',
  ],
])('a run detects %s', async (_, mislead, says) => {
  const { differences } = await run(mislead);
  expect(differences.length).toBeGreaterThan(0);
  expect(differences.map(({ ours }) => ours).join()).toContain(says);
});
