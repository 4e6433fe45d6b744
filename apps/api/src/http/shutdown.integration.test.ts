import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type ApiProcess, startApiProcess } from '@mandate/testing/api-process';
import { at, createTestDatabase, createTestLedger, delegate, row, wallets } from '@mandate/testing/database';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

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
afterEach(() => service?.kill());
afterAll(() => db.drop());

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

describe('told to end', () => {
  test('it finishes what was begun, and ends without an error', async () => {
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
    const began = Date.now();
    expect(await ended).toBe(0);
    expect(Date.now() - began).toBeLessThan(REQUEST_TIMEOUT_MS);
    agent.destroy();
    silent.destroy();
    expect(service.lines.at(-1)).toContain('"msg":"stopped"');
  });

  test('it says so first, and goes on answering until others have heard', async () => {
    service = await startApiProcess(db.url, { API_DRAIN_MS: '5000' });
    const statusOf = async (path: string) => (await fetch(service.url + path)).status;
    const readyStatus = async () => (await fetch(`${service.adminUrl}/ready`)).status;
    expect([await readyStatus(), await statusOf(CHECK)]).toEqual([200, 200]);
    const ended = service.stop();
    await expect.poll(readyStatus).toBe(503);
    expect([await statusOf(CHECK), await statusOf('/health')]).toEqual([200, 200]);
    expect(await ended).toBe(0);
  });
});

test('a request that comes byte by byte is not waited for', async () => {
  service = await startApiProcess(db.url);
  const socket: Socket = connect(service.port, '127.0.0.1');
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
  expect(tookMs).toBeLessThan(5 * REQUEST_TIMEOUT_MS);
  expect(await service.stop()).toBe(0);
});
