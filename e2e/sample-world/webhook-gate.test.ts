/** Runs `examples/webhook-gate` by the command of its README, with events as the service and `mandate listen` post them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signWebhook } from '@mandate/sdk/webhooks';
import { until } from '@mandate/testing/until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT, startExample, stopExamples } from './example-process.ts';
import { world } from './world.ts';

const SECRET = `whsec_${'A'.repeat(43)}=`;
const VAULT = '0x3A88DA9030Bd37d6b529FF65fc039531e01577a9';
const MIRA = '0x0Fc4877012AE7e84f9226B7E1F70dF18aA9AEf2d';
const STRANGER = `0x${'5'.repeat(40)}`;

const folder = mkdtempSync(join(tmpdir(), 'mandate-gate-'));
let url: string;
let listening: ChildProcess | undefined;
beforeAll(async () => {
  const environment = {
    MANDATE_URL: world.api,
    WEBHOOK_SECRET: SECRET,
    PORT: '0',
    DATA: join(folder, 'gate.db'),
  };
  url = await startExample('webhook-gate', environment).find(/^The gate is at (.*)$/);
});
afterAll(async () => {
  if (listening?.exitCode === null && listening.kill()) await once(listening, 'exit');
  await stopExamples();
  rmSync(folder, { recursive: true, force: true });
});

const mayEnter = async (wallet: string) => (await fetch(`${url}/may-enter?wallet=${wallet}`)).text();

async function post(id: string, type: string, data: object, secret = SECRET) {
  const body = JSON.stringify({ type, timestamp: '2026-01-01T00:00:00.000Z', data });
  const timestamp = Math.floor(Date.now() / 1_000);
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': await signWebhook(secret, { id, timestamp, body }),
  };
  const answer = await fetch(`${url}/hooks`, { method: 'POST', headers, body });
  return { status: answer.status, said: await answer.text() };
}

const change = (id: string, fields: object) => ({
  ...{
    id,
    chainId: 1,
    change: 'granted',
    undone: false,
    registry: 'v2',
    type: 'ALL',
    from: VAULT,
    to: STRANGER,
  },
  ...{ contract: null, tokenId: null, rights: `0x${'0'.repeat(64)}`, tokenType: null, amount: null },
  ...{
    amountBefore: null,
    block: 9,
    log: 0,
    transaction: `0x${'0'.repeat(64)}`,
    timestamp: null,
    check: null,
  },
  ...fields,
});

test('applies each event once, undoes, and never takes doubt for an answer', async () => {
  expect(await mayEnter(MIRA)).toBe('yes');
  expect(await post('c', 'endpoint.challenge', { challenge: 'abc' })).toEqual({ status: 200, said: 'abc' });
  const granted = change('1-a', {});
  await post('1-a', 'delegation.granted', granted, `whsec_${'B'.repeat(43)}=`);
  expect(await mayEnter(STRANGER)).toBe('no');
  await post('1-a', 'delegation.granted', granted);
  expect(await mayEnter(STRANGER)).toBe('yes');
  await post('1-b', 'delegation.undone', change('1-b', { undone: true }));
  expect(await mayEnter(STRANGER)).toBe('no');
  expect(await post('1-a', 'delegation.granted', granted)).toMatchObject({ status: 200 });
  expect(await mayEnter(STRANGER)).toBe('no');

  const doubt = { chainId: 1, known: false, code: 'chain_lagging', block: 9, vault: null };
  await post('d', 'chain.unknown', doubt);
  expect(await mayEnter(MIRA)).toBe('unknown');
  await post('e', 'chain.known', { ...doubt, known: true, code: null });
  expect(await mayEnter(MIRA)).toBe('yes');

  for (const chainId of [1, 8_453])
    await post(
      `${chainId}-c`,
      'delegation.revoked',
      change(`${chainId}-c`, { chainId, change: 'revoked', to: MIRA }),
    );
  expect(await mayEnter(MIRA)).toBe('no');
  await post('1-reset', 'delegation.reset', { chainId: 1, vaults: [VAULT] });
  expect(await mayEnter(MIRA)).toBe('yes');
  expect(
    (await post('f', 'endpoint.alive', { chains: [{ chainId: 1, known: true, block: 9 }] })).status,
  ).toBe(200);
});

test('`mandate listen` posts the whole history, which leads to the same answer', async () => {
  const program = join(ROOT, 'packages/cli/src/main.ts');
  const args = ['--conditions=source', program, 'listen', '--forward', `${url}/hooks`, '--cursor', 'start'];
  const environment = { ...process.env, MANDATE_URL: world.api, MANDATE_WEBHOOK_SECRET: SECRET };
  listening = spawn(process.execPath, [...args, '--wallet', VAULT], { env: environment });
  let taken = '';
  listening.stdout?.on('data', (chunk) => {
    taken += chunk;
  });
  await until('the history was posted', () => /"delegation\.granted".*"status":200/.test(taken));
  await until('a heartbeat came', () => /"endpoint\.alive".*"status":200/.test(taken));
  expect(taken).not.toMatch(/"status":(?!200)/);
  expect(await mayEnter(MIRA)).toBe('yes');
});
