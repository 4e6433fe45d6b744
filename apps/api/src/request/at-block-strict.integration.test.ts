/** Strict answers through reorgs that leave what is safe alone: never undone, and never late with a revocation. */
import { integer } from '@mandate/contracts';
import type { Answer, Question } from '@mandate/core';
import { createMovingLedger, type MovingLedger } from '@mandate/testing/chain/moving-ledger';
import { type LedgerApi, startLedgerApi } from '@mandate/testing/service/ledger-api';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, checkPath, lesser, listPath, writeList } from '../testing/ask-ledger.ts';

const HISTORIES = size(15, 1_000);
const STEPS = 12;
const QUESTIONS = 4;
const STRICT = { consistency: 'strict' };
const seed = readSeed('strict');

let service: LedgerApi;
let url: string;
beforeAll(async () => {
  service = await startLedgerApi();
  url = await service.listen();
});
afterAll(() => service?.close());

/** The promise of a strict answer: nothing but a revocation takes it back. */
interface Promised {
  readonly question: Question;
  readonly value: Answer;
  readonly safe: number;
}

/** Counts events: a run in which one of these never happens shows nothing. */
const seen = {
  answers: 0,
  yes: 0,
  notYetSafe: 0,
  revokedAtOnce: 0,
  interrupted: 0,
  kept: 0,
  reorgs: 0,
  lists: 0,
  smaller: 0,
};

async function askStrictly(moving: MovingLedger, question: Question): Promise<Answer> {
  const { status, headers, text } = await ask(url, checkPath(question, STRICT));
  const { number, hash } = moving.namedStrictly();
  expect([
    status,
    ...['x-block-number', 'x-block-hash', 'x-safe-block-number'].map((each) => headers.get(each)),
  ]).toEqual([200, String(number), hash, String(moving.safe())]);
  const latest = moving.answerAt(moving.head(), question);
  const safe = moving.answerAt(moving.safe(), question);
  const expected = moving.strictAnswer(question);
  expect(
    text,
    JSON.stringify(question, (_, value) => String(value)),
  ).toBe(String(expected));
  expect(expected <= moving.answerAt(number, question)).toBe(true);
  seen.answers++;
  if (expected) seen.yes++;
  if (latest > safe) seen.notYetSafe++;
  if (latest < safe) seen.revokedAtOnce++;
  if (expected < lesser(latest, safe)) seen.interrupted++;
  if (expected && expected < latest) seen.smaller++;
  return expected;
}

/** Lists the grants that stood without interruption, with their smallest amounts, in the order of the newest block. */
async function expectStrictList(moving: MovingLedger): Promise<void> {
  for (const registry of ['v1', 'v2'] as const) {
    const wallet = moving.wallets[integer(moving.random, 0, 2)] ?? moving.wallets[0];
    const expected = moving.strictList(registry, wallet);
    expect((await ask(url, listPath(registry, wallet, STRICT))).text).toBe(writeList(expected));
    const limited = await ask(url, listPath(registry, wallet, { ...STRICT, limit: '2' }));
    expect(limited.text).toBe(writeList(expected.slice(0, 2)));
    seen.lists++;
  }
}

async function takeStep(moving: MovingLedger): Promise<void> {
  const { random } = moving;
  const chance = random();
  if (chance < 0.6) return moving.advance({ changes: integer(random, 0, 6) });
  if (chance < 0.8 || moving.head() === moving.safe()) {
    return moving.settle(integer(random, moving.safe(), moving.head()));
  }
  await moving.reorg(integer(random, moving.safe(), moving.head() - 1));
  seen.reorgs++;
  await moving.advance({ changes: integer(random, 0, 4) });
}

/** Those that are strictly so now. */
async function listPromised(moving: MovingLedger, questions: readonly Question[]): Promise<Promised[]> {
  const values = await Promise.all(questions.map((question) => askStrictly(moving, question)));
  return questions.flatMap((question, i): Promised[] => {
    const value = values[i];
    return value ? [{ question, value, safe: moving.safe() }] : [];
  });
}

async function expectKept(moving: MovingLedger, promises: readonly Promised[]): Promise<void> {
  const standing = promises.filter(({ safe, question }) => !moving.isLoweredSince(safe, question));
  await Promise.all(
    standing.map(async ({ question, value }) => {
      expect((await askStrictly(moving, question)) >= value).toBe(true);
      seen.kept++;
    }),
  );
}

async function play(moving: MovingLedger): Promise<void> {
  await moving.open();
  const promises: Promised[] = [];
  for (let step = 0; step < STEPS; step++) {
    await takeStep(moving);
    const questions = Array.from({ length: QUESTIONS }, moving.randomQuestion);
    promises.push(...(await listPromised(moving, questions)));
    if (step % 5 === 0) await Promise.all([expectStrictList(moving), expectKept(moving, promises)]);
  }
  await expectKept(moving, promises);
  // All that may still go goes, and other blocks come that revoke nothing.
  const questions = promises.map(({ question }) => question);
  const held = await listPromised(moving, questions);
  if (moving.head() > moving.safe()) await moving.reorg(moving.safe());
  for (let block = integer(moving.random, 1, 3); block > 0; block--) {
    await moving.advance({ changes: 3, onlyGrants: true });
    expect(held.filter(({ safe, question }) => moving.isLoweredSince(safe, question))).toEqual([]);
    await expectKept(moving, held);
  }
}

test(`${HISTORIES} histories: a strict answer counts what stood without interruption, and only a revocation takes it back`, {
  timeout: 3 * TIMEOUT_MS,
}, async () => {
  for (let history = 0; history < HISTORIES; history++) {
    const moving = createMovingLedger(service.ledger, service.chainId, seed + history, {
      provisional: history % 2 === 1,
    });
    await play(moving);
  }
  process.stdout.write(`strict: ${JSON.stringify(seen)}\n`);
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(0);
});

test('of the same moment: what the plain answer shows at once, the strict one shows only when it is lost', async () => {
  const moving = createMovingLedger(service.ledger, service.chainId, seed);
  await moving.open();
  await moving.advance({ changes: 40 });
  let granted = moving.randomQuestion();
  while (!moving.answerAt(1, granted)) granted = moving.randomQuestion();
  const plain = async () => (await ask(url, checkPath(granted, {}))).text;
  const answer = moving.answerAt(1, granted);
  const [yes, no] = [String(answer), typeof answer === 'bigint' ? '0' : 'false'];
  expect([await plain(), String(await askStrictly(moving, granted))]).toEqual([yes, no]);
  await moving.settle(1);
  expect([await plain(), String(await askStrictly(moving, granted))]).toEqual([yes, yes]);
  while (moving.answerAt(moving.head(), granted)) await moving.advance({ changes: 20 });
  expect([await plain(), String(await askStrictly(moving, granted))]).toEqual([no, no]);
});
