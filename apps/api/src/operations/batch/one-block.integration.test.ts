/** While the chain goes on and back, every answer of a batch is true at the one block that it names. */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, integer } from '@mandate/contracts';
import { check, type Delegation, grantOf, identify, type Question } from '@mandate/core';
import {
  createHubDraw,
  createMovingLedger,
  HUB,
  type MovingLedger,
} from '@mandate/testing/chain/moving-ledger';
import { type LedgerApi, startLedgerApi } from '@mandate/testing/service/ledger-api';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postBatch } from './testing/post-batch.ts';

const STEPS = size(25, 1_000);
const AT_ONCE = 2;
/** More than one statement takes. */
const CHECKS = 700;
const REORGS = 4;
const MIN_BLOCKS = 6;

let service: LedgerApi;
beforeAll(async () => {
  service = await startLedgerApi();
});
afterAll(() => service?.close());

test('one block a chain, whatever happens meanwhile', { timeout: TIMEOUT_MS }, async () => {
  const seed = readSeed('one block');
  const random = createRandom(seed);
  const moving = createMovingLedger(service.ledger, service.chainId, seed, { draw: createHubDraw() });
  await moving.open();
  const hashOfHead = () => moving.blockAt(moving.head()).hash;
  /** The delegations at the end of each block of every fork, by its hash. */
  const stood = new Map<string, Map<string, Delegation>>([[hashOfHead(), listStanding(moving)]]);
  const ever: Question[] = [];
  async function advance(changes: number, onlyGrants = false): Promise<void> {
    await moving.advance({ changes, onlyGrants });
    const standing = listStanding(moving);
    stood.set(hashOfHead(), standing);
    for (const delegation of standing.values())
      if (random() < 0.2 || ever.length < CHECKS) ever.push(grantOf(delegation));
  }
  while (ever.length < CHECKS) await advance(300, true);

  const blocks = new Set<string>();
  let isOver = false;
  /** A slow machine is asked at few blocks while they change: it gets more. */
  async function write(): Promise<void> {
    for (let step = 1; step <= STEPS || blocks.size < MIN_BLOCKS; step++) {
      await advance(integer(random, 20, 120));
      if (step < STEPS && step % Math.floor(STEPS / (REORGS + 1)) === 0) {
        await moving.reorg(moving.head() - integer(random, 1, 3));
      }
      await delay(integer(random, 0, 8));
    }
    isOver = true;
  }

  const asked: { questions: Question[]; answers: object[]; hash: string }[] = [];
  async function ask(): Promise<void> {
    while (!isOver) {
      const questions = Array.from(
        { length: CHECKS },
        () => ever[integer(random, 0, ever.length - 1)],
      ).filter((question) => question !== undefined);
      const checks = questions.map(writeQuestion);
      const { statusCode, body } = await postBatch(service.api.app, { checks });
      expect([statusCode, body.slice(0, 500)]).toEqual([200, expect.stringMatching(/^\{"answers":/)]);
      const { answers, chains } = JSON.parse(body);
      const [{ known, code, block }] = chains;
      if (known) {
        asked.push({ questions, answers, hash: block.hash });
        blocks.add(block.hash);
      } else {
        // A slow machine may meet a reorg in each attempt. Then nothing is said of the chain.
        expect(code).toBe('chain_lagging');
        expect(answers).toEqual(questions.map(() => expect.objectContaining({ value: null, code })));
      }
    }
  }
  await Promise.all([write(), ...Array.from({ length: AT_ONCE }, ask)]);

  for (const { questions, answers, hash } of asked) {
    const standing = stood.get(hash) ?? expect.fail(`Nobody wrote ${hash}.`);
    const expected = questions.map((question) => {
      const answer = check(question, (grant) => standing.get(identify(grant)));
      return { value: typeof answer === 'bigint' ? Number(answer) : answer };
    });
    expect(JSON.stringify(answers)).toBe(JSON.stringify(expected));
  }
  process.stdout.write(`one block: ${asked.length} batches at ${blocks.size} blocks\n`);
});

function listStanding(moving: MovingLedger): Map<string, Delegation> {
  const all = (['v1', 'v2'] as const).flatMap((registry) => moving.listAt(moving.head(), registry, HUB));
  return new Map(all.map((delegation) => [identify(grantOf(delegation)), delegation]));
}

function writeQuestion(question: Question) {
  return { ...question, ...('tokenId' in question ? { tokenId: String(question.tokenId) } : {}) };
}
