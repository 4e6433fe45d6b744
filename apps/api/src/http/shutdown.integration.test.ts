import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import {
  at,
  createTestDatabase,
  createTestLedger,
  delegate,
  row,
  wallets,
} from '@mandate/testing/ledger/database';
import { type ApiProcess, startApiProcess } from '@mandate/testing/process/api-process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApiHere } from '../testing/api-here.ts';

const ROWS = 30_000;
const IN_FLIGHT = 50;
const CHECK = `/registry/v2/check/erc20?from=${wallets.vault}&to=${wallets.hot}&contract=${wallets.other}`;
const LIST = `/registry/v2/${wallets.vault}`;
const REQUEST_TIMEOUT_MS = 10_000;

const db = await createTestDatabase();
let service: ApiProcess;

beforeAll(async () => {
  const { openChain, write } = createTestLedger(db.database);
  const rows = Array.from({ length: ROWS }, (_, log) => row(delegate(log.toString(16)), at(1, log)));
  await write(await openChain(), 1, ...rows);
});
afterAll(async () => {
  await service?.kill();
  await db.drop();
});

/** Holds back every answer that needs the ledger, until it is released. */
async function holdLedger(): Promise<() => Promise<void>> {
  const connection = await db.database.connect();
  await connection.query('begin');
  await connection.query('lock table chain in access exclusive mode');
  return async () => {
    await connection.query('rollback');
    connection.release();
  };
}

async function beginList(agent: Agent): Promise<IncomingMessage> {
  const [response] = (await once(get(service.url + LIST, { agent }), 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  return response;
}

async function readAll(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return text;
}

test('told to end, it finishes what was begun, and ends without an error', async () => {
  service = await startApiProcess(db.url);
  // Connections that stay open when all is answered must not keep it from ending.
  const agent = new Agent({ keepAlive: true });
  const silent = connect(service.port, '127.0.0.1');
  await once(silent, 'connect');
  const list = await beginList(agent);
  const release = await holdLedger();
  const checks = Array.from({ length: IN_FLIGHT }, async () => {
    const response = await fetch(service.url + CHECK);
    return `${response.status} ${await response.text()}`;
  });
  await delay(500);
  const ended = service.stop();
  await delay(500);
  await expect(fetch(service.url + CHECK)).rejects.toThrow();
  await release();
  expect(await Promise.all(checks)).toEqual(Array.from({ length: IN_FLIGHT }, () => '200 1'));
  expect(JSON.parse(await readAll(list))).toHaveLength(ROWS);
  // One that waits for its clients is killed, and has no exit code.
  expect(await ended).toBe(0);
  agent.destroy();
  silent.destroy();
  expect(service.lines.at(-1)).toContain('"msg":"stopped"');
});

test('a request that comes byte by byte is not waited for', async () => {
  const here = await startApiHere(db.url);
  const socket: Socket = connect(here.port, '127.0.0.1');
  const began = Date.now();
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  const text = `GET ${CHECK} HTTP/1.1\r\nHost: a\r\nX-Slow: ${'a'.repeat(1_000)}`;
  for (let sent = 0; socket.writable && sent < text.length; sent++) {
    socket.write(text[sent] ?? '');
    await delay(100);
  }
  await closed;
  const tookMs = Date.now() - began;
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"code":"request_timeout"');
  expect(tookMs).toBeGreaterThan(REQUEST_TIMEOUT_MS - 500);
  expect(tookMs).toBeLessThan(10 * REQUEST_TIMEOUT_MS);
  await here.stop();
});
