/** A long list is whole, whatever happens to the other processes behind the port. */
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type ApiProcess, startApiProcess } from '@mandate/testing/api-process';
import { at, createTestDatabase, createTestLedger, delegate, row, wallets } from '@mandate/testing/database';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listWorkers, ownerOf, readText } from './testing/workers.ts';

/** More than fits between a service and a client that does not read. */
const ROWS = 30_000;
const LISTS = 4;
const LIST = `/registry/v2/${wallets.vault}`;

const db = await createTestDatabase();
let service: ApiProcess;

beforeAll(async () => {
  const { openChain, write } = createTestLedger(db.database);
  const rows = Array.from({ length: ROWS }, (_, log) => row(delegate(log.toString(16)), at(1, log)));
  await write(await openChain(), 1, ...rows);
});
afterEach(() => service?.kill());
afterAll(() => db.drop());

/** So that each worker has begun some of them, and can't go on until they are read. */
async function beginLists(): Promise<IncomingMessage[]> {
  const lists: IncomingMessage[] = [];
  for (let i = 0; i < LISTS; i++) {
    const agent = new Agent({ keepAlive: false });
    const [response] = (await once(get(service.url + LIST, { agent }), 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    lists.push(response.pause());
  }
  return lists;
}

const countRows = async (list: IncomingMessage) => JSON.parse(await readText(list)).length;

test('when another dies', async () => {
  service = await startApiProcess(db.url, { API_PROCESSES: '2' });
  const lists = await beginLists();
  const owners = lists.map((list) => ownerOf(service, list));
  const [victim = 0] = owners;
  const others = lists.filter((_, i) => owners[i] !== victim);
  expect(others.length).toBeGreaterThan(0);
  const read = lists.map((list) => countRows(list).catch(() => 'cut off'));
  process.kill(victim, 'SIGKILL');
  expect(await Promise.all(read)).toEqual(owners.map((owner) => (owner === victim ? 'cut off' : ROWS)));
});

test('when all are told to end', async () => {
  service = await startApiProcess(db.url, { API_PROCESSES: '2' });
  const lists = await beginLists();
  expect(new Set(lists.map((list) => ownerOf(service, list)))).toEqual(new Set(listWorkers(service)));
  const ended = service.stop();
  await delay(1_000);
  await expect(fetch(service.url + LIST)).rejects.toThrow();
  expect(await Promise.all(lists.map(countRows))).toEqual(lists.map(() => ROWS));
  expect(await ended).toBe(0);
});
