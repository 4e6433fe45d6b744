/** Two processes that share a port: what clients notice when one of them starts, dies or ends. */
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type ApiProcess, startApiProcess } from '@mandate/testing/api-process';
import { at, createTestDatabase, createTestLedger, delegate, row, wallets } from '@mandate/testing/database';
import { until } from '@mandate/testing/until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ask, askAnew, ownerOf, readMetrics, readText, startAtOnePort } from '../testing/processes.ts';

const PROCESSES = 2;
/** More than fits between a service and a client that does not read. */
const ROWS = 30_000;
const CHECK = `/registry/v2/check/erc20?from=${wallets.vault}&to=${wallets.hot}&contract=${wallets.other}`;
const LIST = `/registry/v2/${wallets.vault}`;
/** All of them at one process has a chance of 1 in 2,000 at 12, and of 1 in 8 million at 24. */
const CLIENTS = 12;
const CONNECTIONS = 24;
const LOAD_MS = 3_000;
/** Clients rest between two requests: the processes, not the machine, are tested. */
const REST_MS = 10;
const HANGS_MS = 5_000;
const DEATHS = 4;

const db = await createTestDatabase();
const services: ApiProcess[] = [];
let url: string;

beforeAll(async () => {
  const { openChain, write } = createTestLedger(db.database);
  const rows = Array.from({ length: ROWS }, (_, log) => row(delegate(log.toString(16)), at(1, log)));
  await write(await openChain(), 1, ...rows);
});
afterEach(() => Promise.all(services.splice(0).map((service) => service.kill())));
afterAll(() => db.drop());

async function startOne(environment: NodeJS.ProcessEnv): Promise<ApiProcess> {
  const service = await startApiProcess(db.url, environment);
  services.push(service);
  return service;
}

async function start(environment: NodeJS.ProcessEnv = {}): Promise<ApiProcess[]> {
  const started = await startAtOnePort(PROCESSES, (more) => startOne({ ...environment, ...more }));
  url = started[0]?.url ?? '';
  return started;
}

/** Starts a process again, as a supervisor does. */
const startAgain = ({ port }: ApiProcess) => startOne({ API_REUSE_PORT: 'on', API_PORT: `${port}` });

/** Asks all the time over connections that stay open. Returns what was wrong, and how many were asked. */
function startLoad() {
  let isOver = false;
  let asked = 0;
  const failures: string[] = [];
  const askOn = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (; !isOver; asked++) {
      await delay(REST_MS);
      const problem = await ask(url + CHECK, agent).then(
        ({ status, body }) => (status === 200 && body === '1' ? null : `${status} ${body}`),
        String,
      );
      if (problem !== null) failures.push(problem);
    }
    agent.destroy();
  };
  const clients = Array.from({ length: CLIENTS }, askOn);
  return async () => {
    isOver = true;
    await Promise.all(clients);
    return { asked, failures };
  };
}

/** Begins so many that each process has some, none of which can be finished before they are read. */
async function beginLists(): Promise<IncomingMessage[]> {
  const lists: IncomingMessage[] = [];
  for (const owners = new Set<ApiProcess>(); owners.size < PROCESSES; ) {
    const agent = new Agent({ keepAlive: false });
    const [response] = (await once(get(url + LIST, { agent }), 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    lists.push(response.pause());
    owners.add(ownerOf(services, response));
  }
  return lists;
}

const countRows = async (list: IncomingMessage) => JSON.parse(await readText(list)).length;

describe('at the start', () => {
  test('all listen at one port, each has an admin listener, and each is asked', async () => {
    const started = await start();
    expect(new Set(started.map(({ port }) => port)).size).toBe(1);
    expect(new Set(started.map(({ adminUrl }) => adminUrl)).size).toBe(PROCESSES);
    const answers = await Promise.all(Array.from({ length: CONNECTIONS }, () => askAnew(url + CHECK)));
    expect(answers).toEqual(answers.map(() => ({ status: 200, body: '1' })));
    const counts = await readMetrics(started, 'mandate_api_requests_total', 'operation="v2CheckErc20"');
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(CONNECTIONS);
  });

  test.each([
    ['neither', {}, {}],
    ['only the first', { API_REUSE_PORT: 'on' }, {}],
    ['only the second', {}, { API_REUSE_PORT: 'on' }],
  ])('a port that %s may share ends the second, with one message', async (_, first, second) => {
    const { port } = await startOne(first);
    await expect(startOne({ ...second, API_PORT: `${port}`, LOG_LEVEL: 'warn' })).rejects.toThrow(
      /^The API ended before it started\. It said:\n[^\n]*EADDRINUSE[^\n]*$/,
    );
  });

  test('processes that would count requests without a key apart do not start', async () => {
    await expect(startOne({ API_REUSE_PORT: 'on', RATE_LIMIT: 'on' })).rejects.toThrow(
      /said:\nThese settings are not valid:\n {2}With API_REUSE_PORT=on, .* Set REDIS_URL, or RATE_LIMIT=off\.\n\nUsage/,
    );
  });
});

describe('a process that dies', () => {
  test('takes only what it was answering with it, and the other answers', async () => {
    const [victim, other] = await start();
    if (!victim || !other) throw new Error('Two were to start.');
    const stopLoad = startLoad();
    await delay(LOAD_MS / 3);
    await victim.kill();
    await delay(LOAD_MS / 3);
    await startAgain(victim);
    await delay(LOAD_MS / 3);
    const { asked, failures } = await stopLoad();
    process.stdout.write(`one of ${PROCESSES} killed: ${asked} asked, ${failures.length} failed\n`);
    // Each client has one connection with one request.
    expect(failures.length).toBeLessThanOrEqual(CLIENTS);
    expect(failures.filter((failure) => !/ECONNRESET|socket hang up/.test(failure))).toEqual([]);
    expect(asked).toBeGreaterThan(1_000);
    expect((await askAnew(`${other.adminUrl}/ready`)).status).toBe(200);
  });

  test('leaves no client without an answer or an end, also of those that have just connected', async () => {
    await start();
    const outcomes = new Map<string, number>();
    let isOver = false;
    const askOn = async () => {
      while (!isOver) {
        await delay(REST_MS);
        const answer = askAnew(url + CHECK).then(
          ({ status }) => `${status}`,
          () => 'broken',
        );
        const outcome = await Promise.race([answer, delay(HANGS_MS, 'hangs')]);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    };
    const clients = Array.from({ length: CLIENTS }, askOn);
    for (let deaths = 1; deaths <= DEATHS; deaths++) {
      const victim = services.shift();
      if (!victim) throw new Error('There is no process.');
      await victim.kill();
      await startAgain(victim);
    }
    isOver = true;
    await Promise.all(clients);
    process.stdout.write(`${DEATHS} killed under new connections: ${JSON.stringify([...outcomes])}\n`);
    expect([...outcomes.keys()].filter((outcome) => !['200', 'broken'].includes(outcome))).toEqual([]);
    expect(outcomes.get('200')).toBeGreaterThan(100);
    expect(outcomes.get('broken') ?? 0).toBeLessThanOrEqual(DEATHS * CLIENTS);
  });

  test('does not cut off a long list of another', async () => {
    await start();
    const lists = await beginLists();
    const owners = lists.map((list) => ownerOf(services, list));
    const [victim] = owners;
    const read = lists.map((list) => countRows(list).catch(() => 'cut off'));
    await victim?.kill();
    expect(await Promise.all(read)).toEqual(owners.map((owner) => (owner === victim ? 'cut off' : ROWS)));
  });
});

describe('told to end', () => {
  test('one says so on its own admin listener, answers on, and leaves the other alone', async () => {
    const [one, other] = await start({ API_DRAIN_MS: '2000' });
    if (!one || !other) throw new Error('Two were to start.');
    const readyOf = async ({ adminUrl }: ApiProcess) => (await askAnew(`${adminUrl}/ready`)).status;
    const ended = one.stop();
    await until('it says so', async () => (await readyOf(one)) === 503);
    for (const end = Date.now() + 1_000; Date.now() < end; await delay(100)) {
      expect([await readyOf(one), await readyOf(other)]).toEqual([503, 200]);
      const answers = await Promise.all(Array.from({ length: 10 }, () => askAnew(url + CHECK)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    }
    expect(await ended).toBe(0);
    expect(await readyOf(other)).toBe(200);
    expect((await askAnew(url + CHECK)).status).toBe(200);
  });

  test('all finish the long lists that they have begun', async () => {
    const started = await start();
    const lists = await beginLists();
    const ended = started.map((service) => service.stop());
    await delay(1_000);
    await expect(fetch(url + LIST)).rejects.toThrow();
    expect(await Promise.all(lists.map(countRows))).toEqual(lists.map(() => ROWS));
    expect(await Promise.all(ended)).toEqual(started.map(() => 0));
  });

  test('a second time, it does not wait for an answer that hangs', async () => {
    const [one] = await start();
    if (!one) throw new Error('It was to start.');
    await beginLists();
    process.kill(one.pid, 'SIGTERM');
    await delay(500);
    // npm repeats the signal that a terminal has sent already.
    process.kill(one.pid, 'SIGTERM');
    await delay(1_000);
    expect(services.map(({ pid }) => process.kill(pid, 0))).toEqual([true, true]);
    const began = Date.now();
    expect(await one.stop()).toBe(1);
    expect(Date.now() - began).toBeLessThan(HANGS_MS);
  });
});
