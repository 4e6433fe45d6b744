/** One client can't exhaust a service with bodies that never end, refused bodies or countless connections. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase, wallets } from '@mandate/testing/ledger/database';
import { CONFIGURED } from '@mandate/testing/service/ledger-api';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Api, createApi } from '../../app.ts';
import { PEPPER } from '../keys/testing/key-stage.ts';

const MEGABYTE = 2 ** 20;
/** How many unfinished bodies of a megabyte, and how many connections, a client may have. */
const BODIES = 4;
const CONNECTIONS = 100;
const BODY_TIMEOUT_MS = 10_000;
/** The bytes that Node and the kernel read ahead. */
const READ_AHEAD_BYTES = 256 * 1_024;
const CHECK = { registry: 'v2', kind: 'all', from: wallets.vault, to: wallets.hot, chainId: 999 };

let db: TestDatabase;
let api: Api;
let port: number;
let sockets: Socket[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await api.close();
});
afterAll(() => db?.drop());

async function start(trustedHops = 0): Promise<void> {
  api = await createApi({
    databaseUrl: db.url,
    chains: CONFIGURED,
    limit: { redisUrl: null, trustedHops },
    peppers: [PEPPER],
    publicUrl: 'http://localhost',
    log: pino({ level: 'silent' }),
  });
  port = Number(new URL(await api.app.listen({ host: '127.0.0.1', port: 0 })).port);
}

interface Connection {
  readonly socket: Socket;
  /** All that came so far. */
  text(): string;
  isClosed(): boolean;
}

async function open(localAddress: string): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let [text, isClosed] = ['', false];
  socket.on('data', (part) => {
    text += part;
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
  });
  sockets.push(socket);
  await once(socket, 'connect');
  return { socket, text: () => text, isClosed: () => isClosed };
}

const head = (path: string, length: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;
const UNFINISHED = `${head('/batch', `Content-Length: ${MEGABYTE}`)}{`;

/** Sends a head and the beginning of a body. */
async function begin(localAddress: string, bytes = UNFINISHED): Promise<Connection> {
  const connection = await open(localAddress);
  connection.socket.write(bytes);
  return connection;
}

const many = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));
const statusOf = ({ text }: Connection) => Number(/^HTTP\/1\.1 (\d{3})/.exec(text())?.[1] ?? 0);
const countAnswered = (connections: readonly Connection[]) =>
  connections.filter((each) => statusOf(each) > 0).length;

/** A whole batch of one check. */
async function postBatch(localAddress: string): Promise<number> {
  const body = JSON.stringify({ checks: [CHECK] });
  const connection = await begin(localAddress, head('/batch', `Content-Length: ${body.length}`) + body);
  await expect.poll(() => statusOf(connection)).toBeGreaterThan(0);
  return statusOf(connection);
}

test('a client may send some bodies at once, and the others are refused before they are read', async () => {
  await start();
  const begun = await many(20, () => begin('127.0.0.2'));
  await expect.poll(() => countAnswered(begun)).toBe(20 - BODIES);
  const refused = begun.filter((each) => statusOf(each) > 0);
  for (const each of refused) {
    expect(statusOf(each)).toBe(429);
    expect(each.text()).toMatch(/\r\nconnection: close\r\n/i);
    expect(each.text()).toMatch(/\r\nretry-after: 2\r\n/i);
    expect(each.text()).toContain('"code":"rate_limited"');
  }
  expect(await postBatch('127.0.0.3')).toBe(200);
  // A body of unknown length counts as the longest.
  const chunked = await begin('127.0.0.2', `${head('/batch', 'Transfer-Encoding: chunked')}1\r\n{\r\n`);
  await expect.poll(() => statusOf(chunked)).toBe(429);
  const [held] = begun.filter((each) => statusOf(each) === 0);
  held?.socket.destroy();
  await expect.poll(() => postBatch('127.0.0.2')).toBe(200);
});

test('a body that was read no longer counts', async () => {
  await start();
  for (let i = 0; i < 2 * BODIES; i++) {
    const body = `${JSON.stringify({ checks: [CHECK] })}${' '.repeat(MEGABYTE - 200)}`;
    const connection = await begin('127.0.0.2', head('/batch', `Content-Length: ${body.length}`) + body);
    await expect.poll(() => statusOf(connection)).toBe(200);
  }
});

test('every path that takes a body is counted with the others', async () => {
  await start();
  const held = await many(BODIES, () => begin('127.0.0.2'));
  const small = `${head('/developer/api/nonce', 'Content-Length: 2').replace('Host: a', 'Host: localhost\r\nOrigin: http://localhost\r\nX-Mandate-Request: 1')}{`;
  const refused = await begin('127.0.0.2', small);
  await expect.poll(() => statusOf(refused)).toBe(429);
  expect(refused.text()).toMatch(/\r\nconnection: close\r\n/i);
  expect(countAnswered(held)).toBe(0);
});

test('nothing of a refused body is read, and its client can read why', async () => {
  await start();
  await many(BODIES, () => begin('127.0.0.2'));
  const taken = once(api.app.server, 'connection') as Promise<[Socket]>;
  const refused = await begin('127.0.0.2', UNFINISHED + ' '.repeat(MEGABYTE - 1));
  const [socket] = await taken;
  await expect.poll(() => statusOf(refused)).toBe(429);
  expect(refused.text()).toMatch(/"code":"rate_limited"/);
  await expect.poll(() => refused.isClosed(), { timeout: 5_000 }).toBe(true);
  expect(socket.bytesRead).toBeLessThan(READ_AHEAD_BYTES);
});

test('a body that is not complete after ten seconds is given up, however it drips', async () => {
  await start();
  const beganAt = performance.now();
  const dripping = await begin('127.0.0.2');
  const drip = setInterval(() => dripping.socket.write(' '), 500);
  try {
    await expect.poll(() => statusOf(dripping), { timeout: 20_000, interval: 100 }).toBe(408);
    expect(performance.now() - beganAt).toBeGreaterThan(BODY_TIMEOUT_MS - 500);
  } finally {
    clearInterval(drip);
  }
  await expect.poll(() => dripping.isClosed(), { timeout: 5_000 }).toBe(true);
});

test('a client may have a hundred connections, and others have their own', async () => {
  await start();
  const own = await many(CONNECTIONS + 20, () => open('127.0.0.2'));
  const countOpen = () => own.filter((each) => !each.isClosed()).length;
  await expect.poll(countOpen).toBe(CONNECTIONS);
  expect(await postBatch('127.0.0.3')).toBe(200);
  own.find((each) => !each.isClosed())?.socket.destroy();
  await delay(100);
  const next = await open('127.0.0.2');
  await delay(100);
  expect(next.isClosed()).toBe(false);
});

test('behind a proxy its connections are not counted', async () => {
  await start(1);
  const own = await many(CONNECTIONS + 20, () => open('127.0.0.2'));
  await delay(200);
  expect(own.filter((each) => each.isClosed())).toEqual([]);
});
