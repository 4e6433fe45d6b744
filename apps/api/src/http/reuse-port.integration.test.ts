/** Two processes that share a port: what clients notice when one of them starts, dies or ends. The tests use the same two in turn. */
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { within } from '@mandate/store';
import {
  at,
  createTestDatabase,
  createTestLedger,
  delegate,
  row,
  wallets,
} from '@mandate/testing/ledger/database';
import { type ApiProcess, startApiProcess } from '@mandate/testing/process/api-process';
import { size } from '@mandate/testing/size';
import { until } from '@mandate/testing/until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answered, ask, askAnew, ownerOf, readMetrics, startAtOnePort } from '../testing/processes.ts';

const PROCESSES = 2;
/** More than fits between a service and a client that does not read. */
const ROWS = 30_000;
const CHECK = `/registry/v2/check/erc20?from=${wallets.vault}&to=${wallets.hot}&contract=${wallets.other}`;
const LIST = `/registry/v2/${wallets.vault}`;
/** All of them at one process has a chance of 1 in 2,000 at 12, and of 1 in 8 million at 24. */
const CLIENTS = 12;
const CONNECTIONS = 24;
/** Clients rest between two requests: the processes, not the machine, are tested. */
const REST_MS = 100;
/** Answers that clients get before and after each death. */
const ANSWERS = 100;
const HANGS_MS = 30_000;
const BUSY_MS = 500;
const RIGHT = '200 1';
const BUSY = 'overloaded';
const DEATHS = size(1, 4);
/** The asking while it drains takes far less. */
const DRAIN_MS = 10_000;
/** Signals that come within it count as one. */
const ONE_SIGNAL_MS = 1_000;

const db = await createTestDatabase();
const services: ApiProcess[] = [];
let url: string;

beforeAll(async () => {
  const { openChain, write } = createTestLedger(db.database);
  const rows = Array.from({ length: ROWS }, (_, log) => row(delegate(log.toString(16)), at(1, log)));
  await write(await openChain(), 1, ...rows);
  const started = await startAtOnePort(PROCESSES, startOne);
  url = started[0]?.url ?? '';
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.kill()));
  await db.drop();
});

async function startOne(environment: NodeJS.ProcessEnv): Promise<ApiProcess> {
  const service = await startApiProcess(db.url, { API_DRAIN_MS: `${DRAIN_MS}`, ...environment });
  services.push(service);
  return service;
}

function takeOne(): ApiProcess {
  const service = services.shift();
  if (!service) throw new Error('No process is left.');
  return service;
}

/** Reads what came of a check. A process that the machine has no time for says so: this is not about it. */
const outcomeOf = ({ status, body }: Answered) =>
  status === 503 && body.includes('"overloaded"') ? BUSY : `${status} ${body}`;

/** Asks all the time, over connections that stay open or are new each time, until it is told to stop. Counts the outcomes. */
function startLoad(keepAlive: boolean) {
  let isOver = false;
  const outcomes = new Map<string, number>();
  const count = (outcome: string) => outcomes.get(outcome) ?? 0;
  const askOn = async () => {
    const agent = new Agent({ keepAlive, maxSockets: 1 });
    while (!isOver) {
      await delay(REST_MS);
      const answer = ask(url + CHECK, agent).then(outcomeOf, String);
      const outcome = (await within(HANGS_MS, answer)) ?? 'hangs';
      outcomes.set(outcome, count(outcome) + 1);
    }
    agent.destroy();
  };
  const clients = Array.from({ length: CLIENTS }, askOn);
  return {
    async waitForAnswers() {
      const enough = count(RIGHT) + ANSWERS;
      await until(`${ANSWERS} more answers`, () => count(RIGHT) >= enough);
    },
    async stop() {
      isOver = true;
      await Promise.all(clients);
      return outcomes;
    },
  };
}

/** Begins so many that each process has some, none of which can be finished before they are read. */
async function beginLists(): Promise<IncomingMessage[]> {
  const lists: IncomingMessage[] = [];
  for (const owners = new Set<ApiProcess>(); owners.size < services.length; ) {
    const agent = new Agent({ keepAlive: false });
    const [response] = (await once(get(url + LIST, { agent }), 'response')) as [IncomingMessage];
    if (response.statusCode === 503) {
      expect(await text(response)).toContain('"overloaded"');
      await delay(BUSY_MS);
      continue;
    }
    expect(response.statusCode).toBe(200);
    lists.push(response.pause());
    owners.add(ownerOf(services, response));
  }
  return lists;
}

async function expectAnswers(count: number): Promise<void> {
  const answers = await Promise.all(Array.from({ length: count }, () => askAnew(url + CHECK)));
  expect(answers.map(outcomeOf).filter((outcome) => ![RIGHT, BUSY].includes(outcome))).toEqual([]);
}

const countRows = async (list: IncomingMessage) => JSON.parse(await text(list)).length;
const readyOf = async ({ adminUrl }: ApiProcess) => (await askAnew(`${adminUrl}/ready`)).status;

describe('at the start', () => {
  test('all listen at one port, each has an admin listener, and each is asked', async () => {
    expect(new Set(services.map(({ port }) => port)).size).toBe(1);
    expect(new Set(services.map(({ adminUrl }) => adminUrl)).size).toBe(PROCESSES);
    await expectAnswers(CONNECTIONS);
    const counts = await readMetrics(services, 'mandate_api_requests_total', 'operation="v2CheckErc20"');
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(CONNECTIONS);
  });

  test('a process that may not share the port ends, with one message', async () => {
    const { port } = new URL(url);
    await expect(startOne({ API_PORT: port, LOG_LEVEL: 'warn' })).rejects.toThrow(
      /^The api ended before it started\. It said:\n[^\n]*EADDRINUSE[^\n]*$/,
    );
  });
});

test('a process that dies takes only what it was answering with it, and the others answer', async () => {
  const kept = startLoad(true);
  const anew = startLoad(false);
  for (let death = 0; death < DEATHS; death++) {
    await Promise.all([kept.waitForAnswers(), anew.waitForAnswers()]);
    const lists = await beginLists();
    const owners = lists.map((list) => ownerOf(services, list));
    const victim = takeOne();
    const read = lists.map((list) => countRows(list).catch(() => 'cut off'));
    await victim.kill();
    expect(await Promise.all(read)).toEqual(owners.map((owner) => (owner === victim ? 'cut off' : ROWS)));
    await Promise.all([kept.waitForAnswers(), anew.waitForAnswers()]);
    // A supervisor starts it again.
    await startOne({ API_REUSE_PORT: 'on', API_PORT: `${victim.port}` });
  }
  await Promise.all([kept.waitForAnswers(), anew.waitForAnswers()]);
  for (const outcomes of [await kept.stop(), await anew.stop()]) {
    process.stdout.write(`${DEATHS} of ${PROCESSES} killed: ${JSON.stringify([...outcomes])}\n`);
    const failures = [...outcomes].filter(([outcome]) => ![RIGHT, BUSY].includes(outcome));
    expect(failures.filter(([outcome]) => !/ECONNRESET|socket hang up/.test(outcome))).toEqual([]);
    // Each client has one connection with one request.
    const failed = failures.reduce((sum, [, count]) => sum + count, 0);
    expect(failed).toBeLessThanOrEqual(DEATHS * CLIENTS);
  }
  for (const service of services) expect(await readyOf(service)).toBe(200);
});

describe('told to end', () => {
  test('one says so on its own admin listener, answers on, and leaves the other alone', async () => {
    const lists = await beginLists();
    const one = takeOne();
    const [other] = services;
    if (!other) throw new Error('Two were to run.');
    const ended = one.stop();
    await until('it says so', async () => (await readyOf(one)) === 503);
    for (let round = 0; round < 2; round++) {
      expect([await readyOf(one), await readyOf(other)]).toEqual([503, 200]);
      await expectAnswers(10);
    }
    expect(await Promise.all(lists.map(countRows))).toEqual(lists.map(() => ROWS));
    expect(await ended).toBe(0);
    expect(await readyOf(other)).toBe(200);
    await expectAnswers(1);
  });

  test('a second time, it does not wait for an answer that hangs', async () => {
    const lists = await beginLists();
    const [hanging] = lists;
    const one = takeOne();
    // npm repeats the signal that a terminal has sent already.
    process.kill(one.pid, 'SIGINT');
    process.kill(one.pid, 'SIGTERM');
    await until('it says so', async () => (await readyOf(one)) === 503);
    await delay(2 * ONE_SIGNAL_MS);
    expect(await readyOf(one)).toBe(503);
    // One that waits for the answer is killed, and has no exit code.
    expect(await one.stop(1)).toBe(1);
    expect(hanging?.complete).toBe(false);
    for (const list of lists) list.destroy();
  });
});
