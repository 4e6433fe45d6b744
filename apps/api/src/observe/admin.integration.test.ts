/** `/ready` and `/metrics` are for the operator: the admin listener has them, and the public port does not. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { startAdminListener } from '@mandate/config';
import { createTestDatabase, createTestLedger } from '@mandate/testing/ledger/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiHere, startApiHere } from '../testing/api-here.ts';

const SPELLINGS = [
  ...[
    '/metrics',
    '/ready',
    '/%6detrics',
    '/%72eady',
    '//metrics',
    '//ready',
    '/./metrics',
    '/status/../metrics',
  ],
  ...['/metrics/', '/ready/', '/METRICS', '/metrics?a=b', '/ready;a', '/metrics%2f', '/metrics%00'],
];
const METHODS = ['GET', 'HEAD', 'OPTIONS'];

const db = await createTestDatabase();
let service: ApiHere;

beforeAll(async () => {
  const { openChain, write } = createTestLedger(db.database);
  await write(await openChain(), 1);
  service = await startApiHere(db.url);
});
afterAll(async () => {
  await service?.stop();
  await db.drop();
});

/** The path goes out as it is written: fetch would tidy it up. */
async function askExactly(method: string, path: string): Promise<number | undefined> {
  const headers = { origin: 'https://a.example' };
  const asked = request({ port: service.port, method, path, headers }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;

describe('`/ready` and `/metrics`', () => {
  test('the public port has neither, however they are spelt', async () => {
    const found: string[] = [];
    for (const method of METHODS) {
      for (const path of SPELLINGS) {
        const status = await askExactly(method, path);
        if (status !== 404) found.push(`${method} ${path}: ${status}`);
      }
    }
    expect(found).toEqual([]);
    expect(await statusOf(`${service.url}/health`)).toBe(200);
    expect(await statusOf(`${service.url}/status`)).toBe(200);
    expect(await statusOf(`${service.url}/status`, { method: 'OPTIONS' })).toBe(204);
  });

  test('the admin listener has both, and nothing of the interface', async () => {
    expect(service.adminUrl).not.toBe(service.url);
    const ready = await fetch(`${service.adminUrl}/ready`);
    expect([ready.status, await ready.text()]).toEqual([200, '{"status":"ready"}\n']);
    const metrics = await fetch(`${service.adminUrl}/metrics`);
    expect(metrics.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await metrics.text()).toContain('mandate_api_requests_total{');
    expect(await statusOf(`${service.adminUrl}/health`)).toBe(200);
    expect(await statusOf(`${service.adminUrl}/ready`, { method: 'POST' })).toBe(404);
    expect(await statusOf(`${service.adminUrl}/status`)).toBe(404);
  });
});

test('without a setting, the admin listener is reached from this machine only', async () => {
  const port = new URL(service.adminUrl).port;
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const others = addresses.filter(({ internal, family }) => !internal && family === 'IPv4');
  for (const { address } of others)
    await expect(fetch(`http://${address}:${port}/metrics`), address).rejects.toThrow();
  expect(await statusOf(`http://127.0.0.1:${port}/metrics`)).toBe(200);
});

test('an admin port that is taken ends the start, with a message that says what to do', async () => {
  const port = Number(new URL(service.adminUrl).port);
  const answers = { ready: () => ({ isReady: true, body: {} }), metrics: async () => '' };
  await expect(startAdminListener({ host: '127.0.0.1', port }, answers)).rejects.toThrow(
    `The admin listener cannot listen at 127.0.0.1, port ${port}: EADDRINUSE. Set another host or port (docs/operating/configuration.md).`,
  );
});
