import { setTimeout as delay } from 'node:timers/promises';
import { connect, migrate } from '@mandate/store';
import { type Postgres, startPostgres } from '@mandate/testing/process/postgres-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiHere } from '../../testing/api-here.ts';
import { createKey } from './api-key.ts';
import { CHECK, type KeyStage, startKeyStage } from './testing/key-stage.ts';

/** A request whose key was let through is told what is wrong with it; that needs no database. */
const WRONG = `${CHECK}&chainId=x`;
/** A wrong key is not remembered for longer. */
const FORGOTTEN_MS = 4_500;
const WAIT_TIMEOUT_MS = 10_000;

let postgres: Postgres;
let stage: KeyStage;
let service: ApiHere;

beforeAll(async () => {
  postgres = await startPostgres();
  const database = connect({ url: postgres.url });
  await migrate(database);
  stage = await startKeyStage({ url: postgres.url, database, drop: () => database.end() });
  service = await stage.startHere({ RATE_LIMIT: 'on' });
});
afterAll(async () => {
  await stage?.close();
  await postgres?.remove();
});

async function ask(path: string, key: string): Promise<unknown> {
  const response = await fetch(service.url + path, { headers: { 'x-api-key': key } });
  const body = (await response.json()) as true | { code: string };
  return response.status === 200 ? body : `${response.status} ${(body as { code: string }).code}`;
}

test('without the database, keys that were known are let through, and of others it is not known', async () => {
  const { key: known } = await stage.createKey();
  const { key: neverUsed } = await stage.createKey();
  const refused = createKey();
  expect(await ask(CHECK, known)).toBe(true);
  expect(await ask(CHECK, refused)).toBe('401 invalid_api_key');

  await postgres.stop();
  await delay(FORGOTTEN_MS);
  // More than an anonymous client may ask: the key is not only known, it counts.
  for (let i = 0; i < 30; i++) expect(await ask(WRONG, known)).toBe('400 invalid_parameters');
  expect(await ask(CHECK, known)).toBe('503 database_unavailable');
  for (const key of [neverUsed, createKey(), refused]) {
    expect(await ask(WRONG, key)).toBe('503 database_unavailable');
    expect(await ask(CHECK, key)).toBe('503 database_unavailable');
  }
  expect(await ask(CHECK, 'malformed')).toBe('401 invalid_api_key');

  await postgres.start();
  const deadline = Date.now() + WAIT_TIMEOUT_MS;
  while (Date.now() < deadline && (await ask(CHECK, known)) !== true) await delay(50);
  expect(await ask(CHECK, known)).toBe(true);
  expect(await ask(CHECK, neverUsed)).toBe(true);
  for (const key of [createKey(), refused]) expect(await ask(CHECK, key)).toBe('401 invalid_api_key');
});
