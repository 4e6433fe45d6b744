/** Compares checks and lists at past blocks, and their reasons, with the contracts at the same blocks. */
import { createRandom, integer, pick } from '@mandate/contracts';
import { check, identify, type Question } from '@mandate/core';
import { randomQuestion, WALLETS } from '@mandate/testing/ledger/random-grants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Explained, listDelegations, listDelegationsV1, type When } from '../index.ts';
import { askQuestion, toDelegation } from '../testing/questions.ts';
import { FINAL_DEPTH, isYes, SAFE_DEPTH, type SmallWorld, startSmallWorld } from '../testing/small-world.ts';

const SEED = Number(process.env['SEED'] ?? 20262);
const random = createRandom(SEED);

let world: SmallWorld;
beforeAll(async () => {
  world = await startSmallWorld(SEED, 30);
});
afterAll(() => world?.close());

const QUESTIONS = 600;
const AT_ONCE = 30;

interface Moment {
  readonly when: When;
  /** The blocks at which the answer must hold. */
  readonly blocks: readonly number[];
}

/** Every way to choose a block. */
async function momentsOf(head: number): Promise<[Moment, ...Moment[]]> {
  const past = integer(random, 3, head - 1);
  const time = await world.timeOf(past);
  return [
    { when: {}, blocks: [head] },
    { when: { blockTag: 'safe' }, blocks: [head - SAFE_DEPTH] },
    { when: { blockTag: 'finalized' }, blocks: [head - FINAL_DEPTH] },
    { when: { atBlock: past }, blocks: [past] },
    { when: { atTime: time }, blocks: [past] },
    { when: { atTime: new Date(time * 1_000 + 999) }, blocks: [past] },
    { when: { minBlock: past }, blocks: [head] },
    { when: { consistency: 'strict' }, blocks: [head, head - SAFE_DEPTH] },
  ];
}

/** Requires that the reasons alone give the same answer, and that each is where the chain has it. */
async function assertReasons(question: Question, { value, because }: Explained<boolean | bigint>) {
  const found = because.map(toDelegation);
  expect(check(question, (grant) => found.find((one) => identify(one) === identify(grant)))).toBe(value);
  for (const { block, transaction, since } of because) {
    const receipt = await world.chain.client.getTransactionReceipt({ hash: transaction });
    expect([Number(receipt.blockNumber), since]).toEqual([block, await world.timeOf(block)]);
  }
}

test(`${QUESTIONS} questions at random times, seed ${SEED}`, async () => {
  const head = await world.headOf();
  const differences: object[] = [];
  const counts = { yes: 0, reasons: 0 };
  for (let i = 0; i < QUESTIONS; i += AT_ONCE) {
    const moments = await momentsOf(head);
    const { when, blocks } = moments[(i / AT_ONCE) % moments.length] ?? moments[0];
    const isWhy = integer(random, 0, 1) === 1;
    const asked = Array.from({ length: AT_ONCE }, () => randomQuestion(random));
    const ours = await Promise.all(
      asked.map((one) => askQuestion(world.client, one, world.chainId, { ...when, explain: isWhy })),
    );
    const theirs = await world.askForLeast(asked, Math.min(...blocks), Math.max(...blocks));
    for (const [n, question] of asked.entries()) {
      const answer = ours[n] as Explained<boolean | bigint>;
      const expected = theirs[n];
      if (answer.value !== expected) differences.push({ question, when, ours: answer.value, expected });
      expect([answer.block.number, answer.safeBlock ?? undefined]).toEqual([blocks[0], blocks[1]]);
      counts.yes += Number(isYes(answer.value));
      counts.reasons += answer.because?.length ?? 0;
      // A strict amount can be lower than its reasons allow now.
      if (isWhy && when.consistency !== 'strict') await assertReasons(question, answer);
    }
  }
  process.stdout.write(
    `@mandate/sdk: ${QUESTIONS} questions at other times, ${counts.yes} yes, ${counts.reasons} reasons, ${differences.length} differences\n`,
  );
  expect(differences).toEqual([]);
  expect(counts.yes).toBeGreaterThan(QUESTIONS / 10);
  expect(counts.yes).toBeLessThan((QUESTIONS * 9) / 10);
  expect(counts.reasons).toBeGreaterThan(10);
});

test('lists at a past block and at a past time', async () => {
  const head = await world.headOf();
  const asked = { wallet: pick(random, WALLETS), chainId: world.chainId };
  const atBlock = head - 10;
  const then = await listDelegations(world.client, { ...asked, atBlock });
  const now = await listDelegations(world.client, asked);
  const timed = await listDelegations(world.client, { ...asked, atTime: await world.timeOf(atBlock) });
  expect([then.block.number, timed.block.number, now.block.number]).toEqual([atBlock, atBlock, head]);
  expect(timed.value).toEqual(then.value);
  expect(then.value).not.toEqual(now.value);
  const first = await listDelegations(world.client, { ...asked, atBlock, limit: 3 });
  const cursor = first.nextCursor ?? undefined;
  const rest = await listDelegations(world.client, { ...asked, atBlock, limit: 1_000, cursor });
  expect([...first.value, ...rest.value]).toEqual(then.value);
  const strict = await listDelegationsV1(world.client, { ...asked, consistency: 'strict' });
  expect([strict.block.number, strict.safeBlock]).toEqual([head, head - SAFE_DEPTH]);
});
