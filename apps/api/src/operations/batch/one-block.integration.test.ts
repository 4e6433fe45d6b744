/** While the chain goes on and back, every answer of a batch is true at the one block that it names. */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, integer } from '@mandate/contracts';
import { check, type Delegation, grantOf, identify, type Question } from '@mandate/core';
import { block } from '@mandate/testing/database';
import { createGrowingLedger, type GrowingLedger } from '@mandate/testing/growing-ledger';
import { type LedgerApi, startLedgerApi } from '@mandate/testing/ledger-api';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postBatch } from './testing/post-batch.ts';

const STEPS = size(25, 1_000);
const AT_ONCE = 2;
/** More than one statement takes. */
const CHECKS = 700;
/** Blocks of another fork have other hashes, of which there are five. */
const REWINDS = 4;

let service: LedgerApi;
beforeAll(async () => {
  service = await startLedgerApi();
});
afterAll(() => service?.close());

test('one block a chain, whatever happens meanwhile', { timeout: TIMEOUT_MS }, async () => {
  const seed = readSeed('one block');
  const random = createRandom(seed);
  const growing = createGrowingLedger(service.ledger, service.chainId, block(1), seed);
  /** What stood at the end of each block, of every fork, by its hash. */
  const stood = new Map<string, Map<string, Delegation>>([[growing.head().hash, listStanding(growing)]]);
  const ever: Question[] = [];
  async function grow(grants: number, revocations: number): Promise<void> {
    await growing.grow(grants, revocations);
    const standing = listStanding(growing);
    stood.set(growing.head().hash, standing);
    for (const delegation of standing.values())
      if (random() < 0.2 || ever.length < CHECKS) ever.push(grantOf(delegation));
  }
  while (ever.length < CHECKS) await grow(300, 0);

  let isOver = false;
  async function write(): Promise<void> {
    for (let step = 1; step <= STEPS; step++) {
      await grow(integer(random, 10, 60), integer(random, 10, 60));
      if (step % Math.floor(STEPS / (REWINDS + 1)) === 0) {
        await growing.rewind(growing.head().number - integer(random, 1, 3));
      }
      await delay(integer(random, 0, 8));
    }
    isOver = true;
  }

  const asked: { questions: Question[]; body: string }[] = [];
  async function ask(): Promise<void> {
    while (!isOver) {
      const questions = Array.from(
        { length: CHECKS },
        () => ever[integer(random, 0, ever.length - 1)],
      ).filter((question) => question !== undefined);
      const checks = questions.map(writeQuestion);
      const { statusCode, body } = await postBatch(service.api.app, { checks });
      expect([statusCode, body.slice(0, 500)]).toEqual([200, expect.stringMatching(/^\{"answers":/)]);
      asked.push({ questions, body });
    }
  }
  await Promise.all([write(), ...Array.from({ length: AT_ONCE }, ask)]);

  const blocks = new Set<string>();
  for (const { questions, body } of asked) {
    const { answers, chains } = JSON.parse(body);
    const { hash } = chains[0].block;
    const standing = stood.get(hash) ?? expect.fail(`Nobody wrote ${hash}.`);
    blocks.add(hash);
    const expected = questions.map((question) => {
      const answer = check(question, (grant) => standing.get(identify(grant)));
      return { value: typeof answer === 'bigint' ? Number(answer) : answer };
    });
    expect(JSON.stringify(answers)).toBe(JSON.stringify(expected));
  }
  process.stdout.write(`one block: ${asked.length} batches at ${blocks.size} blocks\n`);
  expect(blocks.size).toBeGreaterThan(5);
});

function listStanding(growing: GrowingLedger): Map<string, Delegation> {
  const { number } = growing.head();
  const all = [...growing.listAt(number, 'v1'), ...growing.listAt(number, 'v2')];
  return new Map(all.map((delegation) => [identify(grantOf(delegation)), delegation]));
}

function writeQuestion(question: Question) {
  return { ...question, ...('tokenId' in question ? { tokenId: String(question.tokenId) } : {}) };
}
