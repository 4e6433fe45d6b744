/**
 * A release under load: two processes behind deploy/haproxy.cfg, which share a read model, are replaced one after the other,
 * and nobody notices.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeGrant, type LocalChain, startLocalChain, writeChains } from '@mandate/contracts';
import { createDelegation, FULL_RIGHTS, parseAddress } from '@mandate/core';
import { type ApiProcess, startApiProcess } from '@mandate/testing/process/api-process';
import { findFreePorts } from '@mandate/testing/process/find-free-port';
import { type ShippedProxy, startShippedProxy } from '@mandate/testing/process/shipped-proxy';
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
let proxy: ShippedProxy;
const folder = mkdtempSync(join(tmpdir(), 'mandate-rolling-'));
const processes: { ports: Ports; process: ApiProcess }[] = [];

beforeAll(async () => {
  chain = await startLocalChain({ chainId: 1 });
  const delegation = createDelegation({ registry: 'v2', kind: 'all', from, to, rights: FULL_RIGHTS });
  await chain.send({ from, to: chain.registries.v2, data: encodeGrant(delegation) });
  await chain.mine();
  service = await startService({ chains: [chain] });
  await service.catchUp(chain);
  const [a = 0, b = 0, adminA = 0, adminB = 0] = await findFreePorts(4);
  const ports = [
    { port: a, adminPort: adminA },
    { port: b, adminPort: adminB },
  ];
  for (const each of ports) processes.push({ ports: each, process: await startProcess(each) });
  const [first, second] = processes.map(({ process }) => process);
  proxy = await startShippedProxy(first ?? expect.fail('Nothing was started.'), second);
  await until('haproxy answers', async () => (await ask()) === null);
});

afterAll(async () => {
  agent.destroy();
  await proxy?.stop();
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

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Returns what is wrong with the answer, or null. */
function ask(): Promise<string | null> {
  return new Promise((resolve) => {
    const request = get(proxy.url + CHECK, { agent, timeout: REQUEST_TIMEOUT_MS }, async (response) => {
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
