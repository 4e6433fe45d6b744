/** Answers that wait for a block: as soon as it comes, and no longer than five seconds. */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, integer } from '@mandate/contracts';
import { wallets } from '@mandate/testing/ledger/database';
import { type LedgerApi, startLedgerApi } from '@mandate/testing/service/ledger-api';
import { readSeed } from '@mandate/testing/size';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, type LedgerAnswer } from '../testing/ask-ledger.ts';

const SOON_MS = 300;
const MAX_COMMITS = 20;
const random = createRandom(readSeed('waiting'));

let service: LedgerApi;
let url: string;
let head = 1;
beforeAll(async () => {
  service = await startLedgerApi();
  url = await service.listen();
});
afterAll(() => service?.close());

const CHECK = `/registry/v2/check/all?to=${wallets.hot}&from=${wallets.vault}`;
const waitFor = async (block: number, path = CHECK): Promise<LedgerAnswer & { readonly at: number }> => {
  const asked = await ask(url, `${path}${path.includes('?') ? '&' : '?'}minBlock=${block}`);
  return { ...asked, at: performance.now() };
};
/** The real writer commits the next block. */
const commit = async () => {
  await service.ledger.write(service.chainId, ++head);
  return performance.now();
};
const count = async (which: string): Promise<number> => {
  const { rows } = await service.database.query<{ count: number }>(
    `select count(*) from pg_stat_activity where datname = current_database() and ${which}`,
  );
  return rows[0]?.count ?? 0;
};
const countListeners = () => count(`application_name = 'mandate listener'`);

async function untilListening(): Promise<void> {
  for (let tries = 0; tries < 100 && (await countListeners()) === 0; tries++) await delay(100);
  expect(await countListeners()).toBe(1);
}

test('a block that comes is heard of at once, also when it comes just as it is asked for', async () => {
  await untilListening();
  const late: number[] = [];
  let tooLate = 0;
  for (let round = 0; round < 40; round++) {
    const path = round % 4 === 0 ? `/registry/v2/${wallets.vault}` : CHECK;
    const waiting = waitFor(head + 1, path);
    await delay(integer(random, 0, round % 2 === 0 ? 15 : 150));
    const startedAt = performance.now();
    const committed = await commit();
    const { status, headers, at } = await waiting;
    expect([status, headers.get('x-block-number')]).toEqual([200, String(head)]);
    late.push(at - committed);
    // On a machine that is slow, a commit takes long as well.
    if (at - committed > Math.max(SOON_MS, MAX_COMMITS * (committed - startedAt))) tooLate++;
  }
  late.sort((a, b) => a - b);
  const [median = 0, most = 0] = [late[20], late[39]];
  process.stdout.write(
    `waiting: ${Math.round(median)} ms in the middle, ${Math.round(most)} ms at the most\n`,
  );
  // A busy machine may be late once. Who only looks every half a second is late two times of five.
  expect(tooLate).toBeLessThanOrEqual(2);
});

test('after five seconds it is not known', async () => {
  const began = performance.now();
  const { status, code, headers, at } = await waitFor(head + 1);
  expect([status, code, headers.get('retry-after')]).toEqual([503, 'block_not_reached', '5']);
  expect(at - began).toBeGreaterThan(4_900);
  expect(at - began).toBeLessThan(50_000);
});

test('two hundred that wait hold no connection, and are all answered', async () => {
  // The service never opens more connections for checks than this.
  await Promise.all(Array.from({ length: 200 }, () => waitFor(head)));
  const before = await count('true');
  const waiting = Array.from({ length: 200 }, () => waitFor(head + 1));
  // All of it is over before the five seconds are, also on a busy machine.
  for (let looks = 0; looks < 5; looks++) {
    await delay(100);
    // The connections that count usage, and those of the database itself, come and go.
    expect(await count('true')).toBeLessThan(before + 5);
    expect(await count(`state like 'idle in transaction%'`)).toBe(0);
    const plain = await ask(url, CHECK);
    expect([plain.status, plain.text]).toEqual([200, 'false']);
  }
  await commit();
  const answers = await Promise.all(waiting);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test('when nothing is heard of the ledger, it is looked at', async () => {
  await service.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'mandate listener'`,
  );
  while ((await countListeners()) > 0) await delay(5);
  const waiting = waitFor(head + 1);
  await delay(50);
  const committed = await commit();
  expect(await countListeners()).toBe(0);
  const { status, at } = await waiting;
  expect(status).toBe(200);
  expect(at - committed).toBeLessThan(1_500);
  process.stdout.write(`waiting: unheard of, after ${Math.round(at - committed)} ms\n`);
  await untilListening();
});
