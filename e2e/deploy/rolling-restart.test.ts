/**
 * A release under load: two processes behind deploy/haproxy.cfg, which share a read model, are replaced one after the other,
 * and nobody notices.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeGrant, type LocalChain, startLocalChain, writeChains } from '@mandate/contracts';
import { createDelegation, FULL_RIGHTS, parseAddress } from '@mandate/core';
import { type ApiProcess, startApiProcess } from '@mandate/testing/process/api-process';
import { findFreePorts } from '@mandate/testing/process/find-free-port';
import { type Service, startService } from '@mandate/testing/service/service';
import { size } from '@mandate/testing/size';
import { until } from '@mandate/testing/until';
import { afterAll, beforeAll, expect, test } from 'vitest';

const RESTARTS = size(1, 10);
const REQUESTS_PER_S = size(50, 200);
const TICK_MS = 10;
const DRAIN_MS = 5_000;
const REQUEST_TIMEOUT_MS = 10_000;

const [from, to] = [parseAddress(`0x${'aa'.repeat(20)}`), parseAddress(`0x${'bb'.repeat(20)}`)];
const CHECK = `/registry/v2/check/all?from=${from}&to=${to}`;

interface Ports {
  readonly port: number;
  readonly adminPort: number;
}

let chain: LocalChain;
let service: Service;
let proxy: ChildProcess;
let proxyUrl: string;
const folder = mkdtempSync(join(tmpdir(), 'mandate-rolling-'));
const processes: { ports: Ports; process: ApiProcess }[] = [];

beforeAll(async () => {
  chain = await startLocalChain({ chainId: 1 });
  const delegation = createDelegation({ registry: 'v2', kind: 'all', from, to, rights: FULL_RIGHTS });
  await chain.send({ from, to: chain.registries.v2, data: encodeGrant(delegation) });
  await chain.mine();
  service = await startService({ chains: [chain] });
  await service.catchUp(chain);
  const [listen = 0, a = 0, b = 0, adminA = 0, adminB = 0] = await findFreePorts(5);
  const ports: readonly Ports[] = [
    { port: a, adminPort: adminA },
    { port: b, adminPort: adminB },
  ];
  for (const each of ports) processes.push({ ports: each, process: await startProcess(each) });
  proxyUrl = `http://127.0.0.1:${listen}`;
  proxy = await startProxy(listen, ports);
});

afterAll(async () => {
  agent.destroy();
  proxy?.kill('SIGKILL');
  await Promise.all(processes.map(({ process }) => process.kill()));
  await service?.close();
  await chain?.stop();
  rmSync(folder, { recursive: true });
});

const startProcess = ({ port, adminPort }: Ports) =>
  startApiProcess(service.databaseUrl, {
    CHAINS: writeChains([chain], 200),
    API_PORT: String(port),
    API_ADMIN_PORT: String(adminPort),
    API_DRAIN_MS: String(DRAIN_MS),
    LOG_LEVEL: 'info',
    READ_MODEL_DIR: folder,
  });

async function startProxy(listen: number, ports: readonly Ports[]): Promise<ChildProcess> {
  const [a, b] = ports.map(({ port }) => `127.0.0.1:${port}`);
  const [adminA, adminB] = ports.map(({ adminPort }) => String(adminPort));
  const child = spawn('haproxy', ['-db', '-f', 'deploy/haproxy.cfg'], {
    env: {
      ...process.env,
      LISTEN: `127.0.0.1:${listen}`,
      API_A: a,
      API_B: b,
      API_A_ADMIN_PORT: adminA,
      API_B_ADMIN_PORT: adminB,
    },
    stdio: 'ignore',
  });
  child.once('error', () => expect.fail('haproxy is missing. Install it: apt-get install haproxy'));
  await until('haproxy answers', async () => (await ask()) === null);
  return child;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Returns what is wrong with the answer, or null. */
function ask(): Promise<string | null> {
  return new Promise((resolve) => {
    const request = get(proxyUrl + CHECK, { agent, timeout: REQUEST_TIMEOUT_MS }, async (response) => {
      try {
        let body = '';
        for await (const chunk of response.setEncoding('utf8')) body += chunk;
        resolve(response.statusCode === 200 && body === 'true' ? null : `${response.statusCode} ${body}`);
      } catch (error) {
        resolve(`cut off: ${error}`);
      }
    });
    request.on('timeout', () => request.destroy(new Error('no answer in time')));
    request.on('error', (error) => resolve(`${error}`));
  });
}

/** Sends requests at a steady rate, whether or not answers come. */
function startLoad() {
  const began = performance.now();
  const answers: Promise<string | null>[] = [];
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * REQUESTS_PER_S;
    while (answers.length < due) answers.push(ask());
  }, TICK_MS);
  return async () => {
    clearInterval(timer);
    const failures = (await Promise.all(answers)).filter((failure) => failure !== null);
    return { asked: answers.length, failures };
  };
}

/** The proxy uses a process that has answered. */
const answered = ({ lines }: ApiProcess) => lines.filter((line) => line.includes('/check/all')).length;

test(`${RESTARTS} rolling restarts under ${REQUESTS_PER_S} requests a second: none fails`, async () => {
  const stopLoad = startLoad();
  for (const one of processes) await until('both are used', () => answered(one.process) > 0);
  for (let restart = 0; restart < RESTARTS; restart++) {
    for (const one of processes) {
      expect(await one.process.stop()).toBe(0);
      one.process = await startProcess(one.ports);
      await until('the proxy uses it again', () => answered(one.process) > 0);
    }
  }
  const { asked, failures } = await stopLoad();
  process.stdout.write(`rolling restarts: ${RESTARTS}, requests: ${asked}, failed: ${failures.length}\n`);
  expect(failures).toEqual([]);
});
