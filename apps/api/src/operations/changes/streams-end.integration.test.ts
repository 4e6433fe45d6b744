import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { createDoubtWatch, createLiveLog } from '@mandate/feed';
import { createReader } from '@mandate/store';
import { at, createTestDatabase, createTestLedger, delegate, row } from '@mandate/testing/ledger/database';
import { startApiProcess } from '@mandate/testing/process/api-process';
import { size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ApiHere, startApiHere } from '../../testing/api-here.ts';
import { createEventStreams } from './event-streams.ts';
import { openStream } from './testing/feed-api.ts';

/** In full, so many that they never fit between a service and a client that does not read. */
const CHANGES = size(20_000, 80_000);
const STREAMS = 50;
const STALLED = 3;
const IDLE_TIMEOUT_MS = 30_000;
const HEARTBEAT_MS = 15_000;
/** A response takes this much before it says that it is enough. */
const HELD_BYTES = 65_536;

const db = await createTestDatabase();
let service: ApiHere;
const stalled: Socket[] = [];

beforeAll(async () => {
  const { openChain, write } = createTestLedger(db.database);
  const rows = Array.from({ length: CHANGES }, (_, log) => row(delegate(log.toString(16)), at(1, log)));
  await write(await openChain(), 1, ...rows);
});
afterEach(async () => {
  for (const socket of stalled) socket.destroy();
  await service?.kill();
});
afterAll(() => db.drop());

/** A client that asks for everything and takes nothing. */
async function stall(): Promise<Socket> {
  const socket = connect(service.port, '127.0.0.1').on('error', () => {});
  stalled.push(socket);
  await once(socket, 'connect');
  socket.pause();
  socket.write('GET /changes?cursor=start HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n\r\n');
  return socket;
}

/** Opens a stream, and again if the database was too slow for it. */
async function open(): Promise<IncomingMessage> {
  const response = await openStream(service.url);
  if (response.statusCode === 200) return response;
  response.resume();
  return open();
}

async function countStreams(): Promise<number> {
  const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text();
  return Number(/^mandate_api_feed_streams (\d+)$/m.exec(metrics)?.[1]);
}

test('told to end, the service ends all event streams at once, also of those who do not read', async () => {
  service = await startApiProcess(db.url);
  const responses = await Promise.all(Array.from({ length: STREAMS }, open));
  const ended = responses.map(async (response) => {
    await once(response.resume(), 'end');
    return response.complete;
  });
  for (let i = 0; i < STALLED; i++) await stall();
  await expect.poll(countStreams).toBe(STREAMS + STALLED);
  const began = Date.now();
  expect(await service.stop()).toBe(0);
  expect(Date.now() - began).toBeLessThan(IDLE_TIMEOUT_MS);
  expect(await Promise.all(ended)).toEqual(responses.map(() => true));
});

test('who has nothing to read hears that it is not cut off', async () => {
  service = await startApiHere(db.url);
  const idle = (await openStream(service.url)).setEncoding('utf8');
  const texts: string[] = [];
  idle.on('data', (text: string) => texts.push(text));
  const began = Date.now();
  await expect.poll(() => texts.at(-1), { timeout: 4 * HEARTBEAT_MS }).toBe(':\n\n');
  expect(Date.now() - began).toBeGreaterThan(HEARTBEAT_MS - 1_000);
  expect(await countStreams()).toBe(1);
});

test('what is held for a client that does not read is little', async () => {
  const reader = createReader(db.database);
  const live = createLiveLog(reader, { wait: () => delay(1_000) }, [1]);
  await live.look();
  let statements = 0;
  const listChanges: typeof reader.listChanges = (request) => {
    statements++;
    return reader.listChanges(request);
  };
  const doubts = createDoubtWatch(async () => ({ doubts: new Map(), blocks: new Map() }));
  const { signal } = new AbortController();
  const stream = { chainIds: [1], filter: {}, places: new Map(), numbers: 'number', signal } as const;
  const events = createEventStreams({ reader: { listChanges }, live, doubts }).open(stream);
  const stuck = events.pipe(new Writable({ highWaterMark: HELD_BYTES, write: () => {} }));
  await expect.poll(() => stuck.writableLength).toBeGreaterThan(HELD_BYTES);
  await delay(1_000);
  expect(stuck.writableLength).toBeLessThan(2 * HELD_BYTES);
  expect(statements).toBeLessThan(20);
  events.destroy();
});

test.runIf(size(0, 1))(
  'who does not read is cut off after half a minute',
  async () => {
    const api = await startApiProcess(db.url);
    service = api;
    const idle = (await openStream(service.url)).resume();
    for (let i = 0; i < STALLED; i++) await stall();
    await expect.poll(countStreams).toBe(STALLED + 1);
    const began = Date.now();
    await expect.poll(countStreams, { timeout: 100_000, interval: 500 }).toBe(1);
    expect(Date.now() - began).toBeGreaterThan(IDLE_TIMEOUT_MS - 1_000);
    const { residentMb } = await api.measure();
    process.stdout.write(`feed: cut off after ${Date.now() - began} ms, ${Math.round(residentMb)} MB then\n`);
    expect(idle.destroyed).toBe(false);
  },
  TIMEOUT_MS,
);
