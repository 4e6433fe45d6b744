/** Answers that caches keep for everybody are the same for everybody, to the last header. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
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
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueKey } from '../access/keys/issue-key.ts';
import { PEPPER } from '../access/keys/testing/key-stage.ts';
import { type Api, createApi } from '../app.ts';

const { vault, hot } = wallets;
/** Headers that differ by moment and by connection. */
const OF_TRANSFER = ['date', 'connection', 'keep-alive'];

let db: TestDatabase;
let api: Api;
let port: number;
let key: string;

beforeAll(async () => {
  db = await createTestDatabase();
  const { openChain, write, writer } = createTestLedger(db.database);
  const chainId = await openChain();
  await write(chainId, 1, row(delegate('a'), at(1, 0)), row(delegate('b'), at(1, 1)));
  const { block } = (await writer.findCheckpoint(chainId)) ?? expect.fail('The chain is not open.');
  await writer.mark(chainId, block, { head: 1, safe: 1, finalized: 1 }, 'following');
  api = await createApi({
    databaseUrl: db.url,
    chains: CONFIGURED,
    limit: { redisUrl: null, trustedHops: 0 },
    peppers: [PEPPER],
    log: pino({ level: 'silent' }),
  });
  port = Number(new URL(await api.app.listen({ host: '127.0.0.1', port: 0 })).port);
  const issued = issueKey([PEPPER]);
  key = issued.key;
  const { key: _, ...kept } = issued;
  await createKeyStore(db.database).create({ ...kept, name: 'a key', owner: null, expiresAt: null });
});
afterAll(async () => {
  await api?.close();
  await db?.drop();
});

async function ask(path: string, localAddress: string, headers: Record<string, string>) {
  const asked = get({ port, host: '127.0.0.1', localAddress, path, headers, agent: false });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await answer.toArray()).toString();
  const pairs = Array.from({ length: answer.rawHeaders.length / 2 }, (_, i) =>
    answer.rawHeaders.slice(2 * i, 2 * i + 2).map(String),
  );
  const lines = pairs.filter(([name = '']) => !OF_TRANSFER.includes(name.toLowerCase()));
  return { status: answer.statusCode, lines: lines.map((pair) => pair.join(': ')), body };
}

test.each([
  `/registry/v2/check/all?from=${vault}&to=${hot}&atBlock=1`,
  `/registry/v2/check/all?from=${vault}&to=${hot}&atBlock=1&explain=true`,
  `/registry/v1/check/all?from=${vault}&to=${hot}&atBlock=1`,
  `/registry/v2/${vault}?atBlock=1`,
  `/registry/v2/${vault}?atBlock=1&limit=1`,
  `/snapshots/1/1?contract=${vault}`,
])('%s', async (path) => {
  const one = await ask(path, '127.0.0.1', { 'accept-encoding': 'gzip' });
  const other = await ask(path, '127.0.0.2', {
    'x-api-key': key,
    'x-request-id': 'mine',
    origin: 'https://a.example',
    'accept-encoding': 'gzip',
  });
  expect(one.status).toBe(200);
  expect(one.lines).toContain('cache-control: public, max-age=31536000, immutable');
  expect(other).toEqual(one);
  expect(one.lines.join('\n')).not.toMatch(/^(?:ratelimit|x-request-id)/im);
});

test('an answer that may change says what is left to the client that asked, and which request it answers', async () => {
  const { lines } = await ask(`/registry/v2/${vault}`, '127.0.0.3', { 'x-request-id': 'mine' });
  expect(lines).toContain('x-request-id: mine');
  expect(lines).toContainEqual(expect.stringMatching(/^ratelimit: "anon";r=24/));
});
