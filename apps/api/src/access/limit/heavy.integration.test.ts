/** One client's many lists and snapshots are limited, and other clients still get theirs. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createKeyStore } from '@mandate/store';
import {
  at,
  createTestDatabase,
  createTestLedger,
  delegate,
  row,
  type TestDatabase,
  wallets,
} from '@mandate/testing/ledger/database';
import { CONFIGURED } from '@mandate/testing/service/ledger-api';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Api, createApi } from '../../app.ts';
import { issueKey } from '../keys/issue-key.ts';
import { PEPPER } from '../keys/testing/key-stage.ts';

/** More than fits between a service and a client that does not read. */
const ROWS = 30_000;
const LIST = `/registry/v2/${wallets.vault}`;
const SHORT = `/registry/v2/${wallets.other}`;
const SNAPSHOT = `/snapshots/1/1?contract=${wallets.other}`;
const [ANONYMOUS_LISTS, KEYED_LISTS] = [10, 50];

let db: TestDatabase;
let api: Api;
let port: number;
let answers: IncomingMessage[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  const { openChain, write, writer } = createTestLedger(db.database);
  const chainId = await openChain();
  const rows = Array.from({ length: ROWS }, (_, log) => row(delegate(log.toString(16)), at(1, log)));
  await write(chainId, 1, ...rows);
  const { block } = (await writer.findCheckpoint(chainId)) ?? expect.fail('The chain is not open.');
  await writer.mark(chainId, block, { head: 1, safe: 1, finalized: 1 }, 'following');
});
beforeEach(async () => {
  api = await createApi({
    databaseUrl: db.url,
    chains: CONFIGURED,
    limit: { redisUrl: null, trustedHops: 0 },
    peppers: [PEPPER],
    log: pino({ level: 'silent' }),
  });
  port = Number(new URL(await api.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterEach(async () => {
  for (const answer of answers) answer.destroy();
  answers = [];
  await api.close();
});
afterAll(() => db?.drop());

async function createKey(): Promise<string> {
  const { key, ...kept } = issueKey([PEPPER]);
  await createKeyStore(db.database).create({ ...kept, name: 'a key', owner: null, expiresAt: null });
  return key;
}

interface Client {
  readonly localAddress?: string;
  readonly key?: string;
}

/** Nobody reads the answer, so that a long one stays in progress. */
async function ask(path: string, { localAddress = '127.0.0.1', key }: Client = {}): Promise<IncomingMessage> {
  const headers = key === undefined ? {} : { 'x-api-key': key };
  const asked = get({ port, host: '127.0.0.1', localAddress, path, headers, agent: false });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answers.push(answer.on('error', () => {}));
  return answer;
}

async function askMany(count: number, path: string, client: Client): Promise<(number | undefined)[]> {
  const asked = Array.from({ length: count }, () => ask(path, client));
  return (await Promise.all(asked)).map(({ statusCode }) => statusCode);
}

const countOf = (statuses: readonly unknown[], status: number) =>
  statuses.filter((each) => each === status).length;
const leftOf = ({ headers }: IncomingMessage) => /r=(\d+)/.exec(String(headers['ratelimit']))?.[1];

test('without a key a client may have ten lists in progress, and another client has its own', async () => {
  const client = { localAddress: '127.0.0.2' };
  const statuses = await askMany(ANONYMOUS_LISTS + 5, LIST, client);
  expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([ANONYMOUS_LISTS, 5]);
  expect((await ask(LIST, { localAddress: '127.0.0.3' })).statusCode).toBe(200);
  const refused = await ask(LIST, client);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '2']);
  // A check does not count as a list.
  const check = `/registry/v2/check/all?from=${wallets.vault}&to=${wallets.hot}`;
  expect((await ask(check, client)).statusCode).toBe(200);
  answers.find(({ statusCode }) => statusCode === 200)?.destroy();
  await expect.poll(async () => (await ask(LIST, client)).statusCode).toBe(200);
});

test('a key may have fifty in progress, and its address still has its own without a key', async () => {
  const key = await createKey();
  const statuses = await askMany(KEYED_LISTS + 10, LIST, { key });
  expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([KEYED_LISTS, 10]);
  expect((await ask(SHORT)).statusCode).toBe(200);
  expect((await ask(SHORT, { key: await createKey() })).statusCode).toBe(200);
});

test('a snapshot counts as five requests, a list of the past as two, any other list as one', async () => {
  expect(leftOf(await ask(SHORT))).toBe('24');
  expect(leftOf(await ask(`${SHORT}?blockTag=finalized`))).toBe('23');
  // Answers about final blocks say nothing of the client: the next does.
  await ask(`${SHORT}?atBlock=1`);
  expect(leftOf(await ask(SHORT))).toBe('20');
  await ask(`${SHORT}?atTime=2100-01-01T00:00:00Z`);
  expect(leftOf(await ask(SHORT))).toBe('17');
  await Promise.all([1, 2, 3].map(() => ask(SNAPSHOT)));
  const refused = await ask(SNAPSHOT);
  expect([refused.statusCode, leftOf(refused)]).toEqual([429, '2']);
  expect(leftOf(await ask(SHORT))).toBe('1');
});

test("a client's many lists delay another's list by one turn", async () => {
  const [greedy, honest] = [{ key: await createKey() }, { key: await createKey() }];
  // Both keys are known, so that both only wait for their lists.
  for (const client of [greedy, honest]) expect((await ask(SHORT, client)).statusCode).toBe(200);
  const order: string[] = [];
  const askAs = async (name: string, client: Client) => {
    expect((await ask(SHORT, client)).statusCode).toBe(200);
    order.push(name);
  };
  const connection = await db.database.connect();
  const asked: Promise<void>[] = [];
  try {
    await connection.query('begin');
    await connection.query('lock table delegation in access exclusive mode');
    for (let i = 0; i < KEYED_LISTS; i++) asked.push(askAs('greedy', greedy));
    await delay(500);
    asked.push(askAs('honest', honest));
    await delay(500);
  } finally {
    await connection.query('rollback');
    connection.release();
  }
  await Promise.all(asked);
  expect(order).toHaveLength(KEYED_LISTS + 1);
  // Those that run when it asks, and some whose answers overtake it on their way.
  expect(order.indexOf('honest')).toBeLessThan(10);
});
