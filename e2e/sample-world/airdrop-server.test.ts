/** Runs `examples/airdrop-server` by the command of its README. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LyingService, startLyingService, withParameters } from '@mandate/testing/service/lying-service';
import { until } from '@mandate/testing/until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ExampleProcess, startExample, stopExamples } from './example-process.ts';
import { world } from './world.ts';

const MIRA = '0x0Fc4877012AE7e84f9226B7E1F70dF18aA9AEf2d';
const MIRAS_VAULT = '0x7CcDcC39725eeCA82799965276B4907236d4866D';
const JONAS = '0x58616D23Dc818182AD5E6B851E652f9208F2603A';
const NORA = '0x8f3eC8bBA4C127522776309d420d2604dC8dD3AE';

describe('airdrop-server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mandate-airdrop-'));
  let honest: ExampleProcess;
  let lying: LyingService;
  const claim = async (server: ExampleProcess, vault: string, wallet: string) => {
    const url = await server.find(/^Claims at (\S+)$/);
    const response = await fetch(`${url}/claims/${vault}?wallet=${wallet}`, { method: 'POST' });
    return { status: response.status, ...((await response.json()) as { amount?: number; error?: string }) };
  };
  /** Asks again after a 503: a reorg of the sample world may replace the block of an answer. */
  const settle = (...asked: Parameters<typeof claim>) =>
    until('it knows', async () => {
      const answer = await claim(...asked);
      return answer.status !== 503 && answer;
    });
  const start = (name: string, environment: Record<string, string> = {}) =>
    startExample('airdrop-server', {
      ...{ MANDATE_URL: world.api, ETHEREUM_URL: world.ethereumNode, PORT: '0', DATA: join(folder, name) },
      ...environment,
    });

  beforeAll(async () => {
    lying = await startLyingService(world.api);
    honest = start('claims');
  });
  afterAll(async () => {
    await stopExamples();
    await lying?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('pays a vault once, to a wallet it delegated to', async () => {
    expect(await settle(honest, MIRAS_VAULT, JONAS)).toMatchObject({ status: 403 });
    const both = await Promise.all([
      settle(honest, MIRAS_VAULT, MIRA),
      settle(honest, MIRAS_VAULT, MIRAS_VAULT),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await settle(honest, MIRAS_VAULT.toLowerCase(), MIRA)).toMatchObject({ status: 409 });
    expect(await settle(honest, NORA, NORA)).toMatchObject({ status: 404 });
    expect(await settle(honest, MIRAS_VAULT, '0x12')).toMatchObject({ status: 400 });
    expect(honest.lines.filter((line) => line.startsWith('Pay '))).toHaveLength(1);
    await honest.stop();
    honest = start('claims');
    expect(await settle(honest, MIRAS_VAULT, MIRA)).toMatchObject({ status: 409 });
  });

  test('takes neither the word of a service that lies, nor its silence for a no', async () => {
    const deceived = start('lies', { MANDATE_URL: lying.url });
    // Answers every question about Jonas as if it were about Mira.
    lying.lie = (path, ask) => ask(withParameters(path, { to: MIRA }));
    expect(await claim(deceived, MIRAS_VAULT, JONAS)).toMatchObject({ status: 503 });
    lying.lie = async () => new Response('Sign in to the Wi-Fi', { status: 200 });
    expect(await claim(deceived, MIRAS_VAULT, MIRA)).toMatchObject({ status: 503 });
    const alone = start('alone', { ETHEREUM_URL: 'http://127.0.0.1:1' });
    expect(await claim(alone, MIRAS_VAULT, MIRA)).toMatchObject({ status: 503 });
    lying.lie = null;
    expect(await settle(deceived, MIRAS_VAULT, MIRA)).toMatchObject({ status: 200, amount: 250 });
  });
});
