/**
 * Compares the SDK's answers with those of the registry contracts: for the table of checks, and for random
 * questions.
 */

import { createApi } from '@mandate/api';
import { readChains } from '@mandate/config';
import { CHECK_TABLE, GRANTS_OF_TABLE } from '@mandate/conformance/testing/check-table';
import {
  askContracts,
  createRandom,
  type LocalChain,
  startLocalChain,
  viewOfIncoming,
  viewOfOutgoing,
  writeChains,
  writeOf,
} from '@mandate/contracts';
import { type Answer, type Delegation as CoreDelegation, identify, type Question } from '@mandate/core';
import { randomGrant, randomQuestion, WALLETS } from '@mandate/testing/ledger/random-grants';
import { type Service, startService } from '@mandate/testing/service/service';
import { size } from '@mandate/testing/size';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Block, type Client, createClient, type Hex, RateLimitedError } from './index.ts';
import { askQuestion, listAll } from './testing/questions.ts';

const SEED = Number(process.env['SEED'] ?? 20_261);
const QUESTIONS = size(600, 2_000);
const GRANTS = 400;
/** The number of questions sent in parallel, and asked in one contract call. */
const AT_ONCE = 100;

let chain: LocalChain;
let service: Service;
let client: Client;

async function write(delegations: readonly CoreDelegation[], ends = false) {
  for (const delegation of delegations) await chain.send(writeOf(chain, delegation, ends));
  await chain.mine();
}

beforeAll(async () => {
  chain = await startLocalChain();
  await write(GRANTS_OF_TABLE);
  const random = createRandom(SEED);
  const grants = Array.from({ length: GRANTS }, () => randomGrant(random));
  for (let i = 0; i < GRANTS; i += AT_ONCE) await write(grants.slice(i, i + AT_ONCE));
  await write(
    grants.filter((_, i) => i % 5 === 0),
    true,
  );
  service = await startService({ chains: [chain] });
  await service.catchUp(chain);
  client = createClient({ baseUrl: service.url });
});
afterAll(async () => {
  await service?.close();
  await chain?.stop();
});

async function findDifferences(questions: readonly Question[]) {
  const differences: object[] = [];
  const answers: Answer[] = [];
  for (let i = 0; i < questions.length; i += AT_ONCE) {
    const some = questions.slice(i, i + AT_ONCE);
    const ours = await Promise.all(some.map((question) => askQuestion(client, question, chain.chainId)));
    const theirs = await askContracts(chain, some, await headOf(ours.map(({ block }) => block)));
    for (const [n, question] of some.entries()) {
      answers.push(theirs[n] ?? false);
      if (ours[n]?.value !== theirs[n])
        differences.push({ question, ours: ours[n]?.value, theirs: theirs[n] });
    }
  }
  return { differences, answers };
}

/** Requires one block for all answers, and that the chain has it. */
async function headOf(blocks: readonly Block[]): Promise<Hex> {
  const { hash, number, timestamp } = await chain.client.getBlock();
  const head = { chainId: chain.chainId, hash, number: Number(number), timestamp: Number(timestamp) };
  for (const block of blocks) expect(block).toEqual(head);
  return hash;
}

test(`the table of checks: ${CHECK_TABLE.length} rows`, async () => {
  const { differences, answers } = await findDifferences(CHECK_TABLE.map(({ question }) => question));
  expect(differences).toEqual([]);
  expect(answers.map(String)).toEqual(CHECK_TABLE.map(({ answer }) => answer));
});

test(`${QUESTIONS} random questions, seed ${SEED}`, async () => {
  const random = createRandom(SEED + 1);
  const questions = Array.from({ length: QUESTIONS }, () => randomQuestion(random));
  const { differences, answers } = await findDifferences(questions);
  expect(differences).toEqual([]);
  const yes = answers.filter((value) => value === true || (typeof value === 'bigint' && value > 0n)).length;
  const exact = answers.filter((value) => typeof value === 'bigint' && value > 2n ** 53n).length;
  process.stdout.write(
    `@mandate/sdk: ${questions.length} questions, ${yes} yes, ${exact} amounts beyond 2^53, ${differences.length} differences\n`,
  );
  // A run with only yes or only no would prove little.
  expect(yes).toBeGreaterThan(QUESTIONS / 10);
  expect(yes).toBeLessThan((QUESTIONS * 9) / 10);
  expect(exact).toBeGreaterThan(QUESTIONS / 100);
});

test.each(['v1', 'v2'] as const)('the lists of %s, whole and by pages', async (registry) => {
  const to = chain.registries[registry];
  if (!to) throw new Error('No such registry.');
  let records = 0;
  for (const wallet of WALLETS) {
    const whole = await listAll(client, registry, wallet, chain.chainId);
    const hash = await headOf(whole.blocks);
    const views = [viewOfOutgoing(registry, wallet), viewOfIncoming(registry, wallet)];
    const theirs: CoreDelegation[] = [];
    for (const view of views) {
      const words = await chain.ask(
        view.calls.map((data) => ({ to, data })),
        hash,
      );
      theirs.push(...view.read(words));
    }
    // A grant that a wallet gave to itself is in both lists of the contract, but once in ours.
    const name = (d: CoreDelegation) => `${identify(d)}:${'amount' in d ? d.amount : ''}`;
    expect(whole.value.map(name).toSorted()).toEqual([...new Set(theirs.map(name))].toSorted());
    const paged = await listAll(client, registry, wallet, chain.chainId, 7);
    expect(paged.value).toEqual(whole.value);
    records += whole.value.length;
  }
  expect(records).toBeGreaterThan(50);
});

test('more parallel requests than the limit allows are all answered, some late', async () => {
  const api = await createApi({
    databaseUrl: service.databaseUrl,
    chains: readChains({ CHAINS: writeChains([chain], 50) }),
    limit: { redisUrl: null, trustedHops: 0 },
    log: pino({ level: 'silent' }),
  });
  try {
    const baseUrl = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const random = createRandom(SEED + 2);
    const questions = Array.from({ length: 30 }, () => randomQuestion(random));
    const askAll = (limited: Client) =>
      Promise.allSettled(questions.map((question) => askQuestion(limited, question, chain.chainId)));
    const began = performance.now();
    const patient = await askAll(createClient({ baseUrl }));
    expect(patient.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(performance.now() - began).toBeGreaterThan(9_000);
    const hasty = await askAll(createClient({ baseUrl, retries: 0 }));
    const refused = hasty.flatMap((asked) => (asked.status === 'rejected' ? [asked.reason] : []));
    expect(refused.length).toBeGreaterThanOrEqual(5);
    for (const error of refused) expect(error).toBeInstanceOf(RateLimitedError);
  } finally {
    await api.close();
  }
});
