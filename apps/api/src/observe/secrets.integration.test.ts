/** No failure shows a password or a node's address in an answer, in `/ready`, in metrics or in the log. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, createTestLedger, wallets } from '@mandate/testing/ledger/database';
import { startApiProcess } from '@mandate/testing/process/api-process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiHere, startApiHere } from '../testing/api-here.ts';

const secret = (name: string) => `${name}${randomBytes(8).toString('hex')}`;
const PASSWORD = secret('password');
const NODE = { user: secret('user'), password: secret('word'), path: secret('path'), query: secret('query') };
const NODE_URL = `http://${NODE.user}:${NODE.password}@127.0.0.1:1/v3/${NODE.path}?key=${NODE.query}`;
const CHAINS = JSON.stringify({ 1: { nodes: [NODE_URL] } });
const PEPPER = randomBytes(32).toString('hex');
/** Nowhere at all. */
const SECRETS = [PASSWORD, ...Object.values(NODE), PEPPER];
/** The log may say who could not be reached. An answer may not. */
const DATABASE_USER = secret('dbuser');
const UNKNOWN_HOST = `${secret('host')}.invalid`;
const PRIVATE = [...SECRETS, DATABASE_USER, UNKNOWN_HOST];

const KEY = `mdt_live_${'a'.repeat(36)}`;
const PARTIES = `from=${wallets.vault}&to=${wallets.hot}`;
const PUBLIC = [
  ...[
    '/health',
    '/status',
    '/networks',
    '/openapi.json',
    '/llms.txt',
    '/errors',
    '/docs/',
    '/nothing',
    '/ready',
    '/metrics',
  ],
  ...[
    `/registry/v2/check/all?${PARTIES}`,
    `/registry/v2/${wallets.vault}`,
    `/resolve?to=${wallets.hot}`,
    `/wallets/${wallets.hot}`,
    '/changes',
  ],
  ...[`/registry/v2/check/all?${PARTIES}&atBlock=1`, '/developer/api/session', '/developer/api/keys'],
];

const db = await createTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'mandate-secrets-'));
const servers: Server[] = [];
let postgresPort: number;
let redisPort: number;

/** Answers every connection with the same bytes, and hangs up. */
async function startRefusing(answer: Buffer): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

/** PostgreSQL's message of an error. */
function writeError(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from('E....');
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

beforeAll(async () => {
  const { openChain, write } = createTestLedger(db.database);
  await write(await openChain(), 1);
  const wrong = writeError('28P01', `password authentication failed for user "${DATABASE_USER}"`);
  postgresPort = await startRefusing(wrong);
  redisPort = await startRefusing(
    Buffer.from('-WRONGPASS invalid username-password pair or user is disabled.\r\n'),
  );
});
afterAll(async () => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
  await db.drop();
});

const databaseAt = (hosts: string) => `postgres://${DATABASE_USER}:${PASSWORD}@${hosts}/mandate`;
const redisAt = (host: string) => `redis://default:${PASSWORD}@${host}`;

const CASES: readonly (readonly [name: string, () => NodeJS.ProcessEnv])[] = [
  ['no database there', () => ({ DATABASE_URL: databaseAt('127.0.0.1:1') })],
  ['no such host of the database', () => ({ DATABASE_URL: databaseAt(UNKNOWN_HOST) })],
  ['none of several servers there', () => ({ DATABASE_URL: databaseAt('127.0.0.1:1,127.0.0.1:2') })],
  ['a wrong password of the database', () => ({ DATABASE_URL: databaseAt(`127.0.0.1:${postgresPort}`) })],
  ['no Redis there', () => ({ REDIS_URL: redisAt('127.0.0.1:1') })],
  ['no such host of Redis', () => ({ REDIS_URL: redisAt(UNKNOWN_HOST) })],
  ['a wrong password of Redis', () => ({ REDIS_URL: redisAt(`127.0.0.1:${redisPort}`) })],
  [
    'nothing there, at a port that processes share',
    () => ({
      ...{ DATABASE_URL: databaseAt('127.0.0.1:1'), REDIS_URL: redisAt('127.0.0.1:1'), API_REUSE_PORT: 'on' },
    }),
  ],
];

test.each(CASES)('%s', async (_, environment) => {
  // One case is a process, with all that it writes.
  const start = 'API_REUSE_PORT' in environment() ? startApiProcess : startApiHere;
  const service = await start(db.url, {
    ...{
      CHAINS,
      LOG_LEVEL: 'trace',
      RATE_LIMIT: 'on',
      KEY_PEPPERS: `1:${PEPPER}`,
      READ_MODEL_DIR: join(folder, 'model'),
    },
    ...{ PUBLIC_URL: 'http://localhost:8080' },
    ...environment(),
  });
  const said = await askEverything(service);
  expect(await service.stop()).toBe(0);
  // An unreachable database is a 503, not an internal error.
  expect(said.filter((text) => text.startsWith('500'))).toEqual([]);
  for (const hidden of PRIVATE)
    expect(
      said.filter((text) => text.includes(hidden)),
      hidden,
    ).toEqual([]);
  for (const hidden of SECRETS)
    expect(
      service.lines.filter((line) => line.includes(hidden)),
      hidden,
    ).toEqual([]);
});

async function askEverything({ url, adminUrl }: ApiHere): Promise<string[]> {
  const ask = async (address: string, init: RequestInit = {}) => {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(20_000) });
    const headers = JSON.stringify([...response.headers]);
    return `${response.status} ${address} ${headers}\n${await response.text()}`;
  };
  const body = JSON.stringify({
    checks: [{ registry: 'v2', kind: 'all', from: wallets.vault, to: wallets.hot }],
  });
  const said = [
    ...PUBLIC.map((path) => ask(url + path)),
    ask(`${url}/registry/v2/check/all?${PARTIES}`, { headers: { 'x-api-key': KEY } }),
    ask(`${url}/batch`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
    ...['/health', '/ready', '/metrics', '/nothing'].map((path) => ask(adminUrl + path)),
  ];
  return Promise.all(said);
}
