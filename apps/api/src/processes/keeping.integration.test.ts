/** Several processes behind one port: how they start, are kept, and end. */
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type ApiProcess, startApiProcess } from '@mandate/testing/api-process';
import { at, createTestDatabase, createTestLedger, delegate, row, wallets } from '@mandate/testing/database';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ask, askAnew, isRunning, listWorkers, readMetric, until } from './testing/workers.ts';

const PROCESSES = 2;
const CHECK = `/registry/v2/check/all?from=${wallets.vault}&to=${wallets.hot}`;
const CLIENTS = 12;
const LOAD_MS = 3_000;
const HANGS_MS = 5_000;
const DEATHS = 4;

const db = await createTestDatabase();
let service: ApiProcess;

beforeAll(async () => {
  const { openChain, write } = createTestLedger(db.database);
  await write(await openChain(), 1, row(delegate('', { kind: 'all' }), at(1)));
});
afterEach(() => service?.kill());
afterAll(() => db.drop());

async function start(environment: NodeJS.ProcessEnv = {}): Promise<number[]> {
  service = await startApiProcess(db.url, { API_PROCESSES: `${PROCESSES}`, ...environment });
  return listWorkers(service);
}

const said = (text: string) => service.lines.filter((line) => line.includes(text));

/** Asks all the time over connections that stay open. Gives what was wrong, and how many were asked. */
function startLoad() {
  let isOver = false;
  let asked = 0;
  const failures: string[] = [];
  const askOn = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (; !isOver; asked++) {
      const problem = await ask(service.url + CHECK, agent).then(
        ({ status, body }) => (status === 200 && body === 'true' ? null : `${status} ${body}`),
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

describe('at the start', () => {
  test('all listen at one port, which is said once, and each is asked in turn', async () => {
    const workers = await start();
    expect(workers).toHaveLength(PROCESSES);
    expect(said('"port":')).toEqual([
      expect.stringMatching(/"port":\d+,"adminPort":\d+,"chains":1,"msg":"started"\}$/),
    ]);
    const answers = await Promise.all(Array.from({ length: 30 }, () => askAnew(service.url + CHECK)));
    expect(answers).toEqual(answers.map(() => ({ status: 200, body: 'true' })));
    expect(await readMetric(service, 'mandate_api_processes')).toBe(PROCESSES);
    expect(await service.stop()).toBe(0);
    expect(workers.filter(isRunning)).toEqual([]);
    expect(service.lines.at(-1)).toContain('"msg":"stopped"');
  });

  test('a port that is taken ends it, with one message', async () => {
    await start();
    const second = startApiProcess(db.url, { API_PROCESSES: '2', API_PORT: `${service.port}` });
    await expect(second).rejects.toThrow(
      /^The API ended before it started\. It said:\n[^\n]*EADDRINUSE[^\n]*$/,
    );
  });
});

describe('a process that dies', () => {
  test('takes only what it was answering with it, and another comes', async () => {
    const [victim = 0, ...others] = await start();
    const stopLoad = startLoad();
    await delay(LOAD_MS / 3);
    process.kill(victim, 'SIGKILL');
    await until('a new one answers', () => said('a process answers again').length === 1);
    await delay(LOAD_MS / 3);
    const { asked, failures } = await stopLoad();
    process.stdout.write(`one of ${PROCESSES} killed: ${asked} asked, ${failures.length} failed\n`);
    // Each client has one connection with one request, and some of them are with another process.
    expect(failures.length).toBeLessThan(CLIENTS);
    expect(failures.filter((failure) => !/ECONNRESET|socket hang up/.test(failure))).toEqual([]);
    expect(asked).toBeGreaterThan(1_000);
    const now = listWorkers(service);
    expect(now).toHaveLength(PROCESSES);
    expect(now).toEqual(expect.arrayContaining(others));
    expect(await readMetric(service, 'mandate_api_process_deaths_total')).toBe(1);
    expect(said('a process ended')).toEqual([
      expect.stringContaining(`"pid":${victim},"code":null,"signal":"SIGKILL"`),
    ]);
    expect(await service.stop()).toBe(0);
  });

  test('leaves no client without an answer or an end, also of those that have just connected', async () => {
    await start();
    const outcomes = new Map<string, number>();
    let isOver = false;
    const askOn = async () => {
      while (!isOver) {
        const answer = askAnew(service.url + CHECK).then(
          ({ status }) => `${status}`,
          () => 'broken',
        );
        const outcome = await Promise.race([answer, delay(HANGS_MS, 'hangs')]);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    };
    const clients = Array.from({ length: CLIENTS }, askOn);
    for (let deaths = 1; deaths <= DEATHS; deaths++) {
      process.kill(listWorkers(service).at(-1) ?? 0, 'SIGKILL');
      await until('another answers', () => said('a process answers again').length === deaths);
    }
    isOver = true;
    await Promise.all(clients);
    process.stdout.write(`${DEATHS} killed under new connections: ${JSON.stringify([...outcomes])}\n`);
    expect([...outcomes.keys()].toSorted()).toEqual(['200', 'broken']);
    expect(outcomes.get('broken')).toBeLessThanOrEqual(DEATHS * (CLIENTS + 1));
    expect(await service.stop()).toBe(0);
  });

  test('again and again is waited for longer and longer, and the others answer', async () => {
    const steady = await start();
    const [first = 0] = steady;
    const rest = new Set(steady.filter((pid) => pid !== first));
    process.kill(first, 'SIGKILL');
    const killed = new Set([first]);
    while (killed.size < 4) {
      await until('another is started', () =>
        listWorkers(service).some((pid) => !rest.has(pid) && !killed.has(pid)),
      );
      for (const pid of listWorkers(service)) {
        if (rest.has(pid)) continue;
        process.kill(pid, 'SIGKILL');
        killed.add(pid);
      }
    }
    await until('all were heard of', () => said('a process ended').length === 4);
    const pauses = said('a process ended').map((line) => JSON.parse(line).afterMs);
    expect(pauses).toEqual([100, 200, 400, 800]);
    expect((await askAnew(service.url + CHECK)).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });

  test('all at once: the port is the same when they are back', async () => {
    for (const pid of await start()) process.kill(pid, 'SIGKILL');
    await until('all are back', () => said('a process answers again').length === PROCESSES);
    expect((await askAnew(service.url + CHECK)).body).toBe('true');
    expect(await readMetric(service, 'mandate_api_processes')).toBe(PROCESSES);
  });

  test('as the first of them, takes the others with it', async () => {
    const workers = await start();
    await service.kill();
    await until('none is left', () => !workers.some(isRunning));
  });
});

describe('told to end', () => {
  test('each says so and answers on, also if all were told at once', async () => {
    const workers = await start({ API_DRAIN_MS: '2000' });
    const ended = service.stop();
    for (const pid of workers) process.kill(pid, 'SIGTERM');
    for (const began = Date.now(); Date.now() < began + 1_200; await delay(100)) {
      const ready = await askAnew(`${service.adminUrl}/ready`);
      const answers = await Promise.all(workers.map(() => askAnew(service.url + CHECK)));
      if (Date.now() > began + 200) expect(ready.status).toBe(503);
      expect(answers.map(({ status }) => status)).toEqual(workers.map(() => 200));
    }
    expect(await ended).toBe(0);
    expect(workers.filter(isRunning)).toEqual([]);
  });

  test('while one of them is being started, without waiting for it', async () => {
    const [victim = 0] = await start();
    process.kill(victim, 'SIGKILL');
    await until('its end is known', () => said('a process ended').length === 1);
    await delay(150);
    expect(await service.stop()).toBe(0);
  });

  test('a second time, it does not wait for one that hangs', async () => {
    const workers = await start();
    process.kill(workers[0] ?? 0, 'SIGSTOP');
    process.kill(service.pid, 'SIGTERM');
    await delay(500);
    // As npm does: it passes on what the terminal has sent to all.
    process.kill(service.pid, 'SIGTERM');
    await delay(1_000);
    expect([workers[0] ?? 0, service.pid].filter(isRunning)).toHaveLength(2);
    const began = Date.now();
    expect(await service.stop()).toBe(1);
    expect(Date.now() - began).toBeLessThan(1_000);
    await until('none is left', () => !workers.some(isRunning));
  });
});
