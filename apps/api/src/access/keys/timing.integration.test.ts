/** Whether the time of a refusal tells a key that was revoked from one that never was. */
import { createRandom } from '@mandate/contracts';
import type { ApiProcess } from '@mandate/testing/process/api-process';
import { createRawClient, type RawClient } from '@mandate/testing/service/raw-client';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from './api-key.ts';
import { CHECK, issueStagedKey, type KeyStage, startKeyStage } from './testing/key-stage.ts';

const SAMPLES = size(600, 20_000);
const WARM_UP = 200;
/** Beyond it, two means differ: by chance, once in 150,000 runs. */
const MAX_T = 4.5;
const KEPT = 0.8;
const random = createRandom(readSeed('timing'));

let stage: KeyStage;
let service: ApiProcess;
let client: RawClient;

beforeAll(async () => {
  stage = await startKeyStage();
  service = await stage.start();
  client = createRawClient(service.port);
});
afterAll(async () => {
  client?.close();
  await stage?.close();
});

/** Creates so many at once, as `createRevokedKey` does. */
async function createRevokedKeys(count: number): Promise<string[]> {
  const issued = Array.from({ length: count }, issueStagedKey);
  await stage.database.query(
    `insert into api_key (digest, pepper, prefix, name)
     select digest, 1, 'p', 'n' from unnest($1::bytea[]) as d (digest)`,
    [issued.map(({ digest }) => digest)],
  );
  await stage.database.query('update api_key set revoked_at = now()');
  // PostgreSQL does so by itself within a minute: until then the index still has what was in it.
  await stage.database.query('vacuum analyze api_key');
  return issued.map(({ key }) => key);
}

async function measure(key: string): Promise<number> {
  const bytes = Buffer.from(
    `GET ${CHECK} HTTP/1.1\r\nHost: a\r\nX-Request-Id: same\r\nX-API-KEY: ${key}\r\n\r\n`,
  );
  const began = process.hrtime.bigint();
  const answer = await client.send({ bytes });
  const ns = Number(process.hrtime.bigint() - began);
  expect(answer?.status).toBe(401);
  return ns / 1_000;
}

interface Measured {
  readonly mean: number;
  /** The error of the mean. */
  readonly variance: number;
}

function summarize(samples: readonly number[]): Measured {
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  const squares = samples.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: squares / (samples.length - 1) / samples.length };
}

type Samples = Record<'unknown' | 'revoked', number[]>;

/** Welch's, of those that took no longer than a limit. */
function compareMeans(name: string, samples: Samples, limit: number): number {
  const summarizeBelow = (all: readonly number[]) => summarize(all.filter((value) => value <= limit));
  const [a, b] = [summarizeBelow(samples.unknown), summarizeBelow(samples.revoked)];
  const t = (a.mean - b.mean) / Math.sqrt(a.variance + b.variance);
  const means = `unknown ${a.mean.toFixed(1)} µs, revoked ${b.mean.toFixed(1)} µs`;
  process.stdout.write(`${name}: ${means}, t = ${t.toFixed(2)}\n`);
  return Math.abs(t);
}

/** Each as often, in an order that only the seed knows. */
async function compare(name: string, kinds: Record<keyof Samples, () => string>): Promise<void> {
  const samples: Samples = { unknown: [], revoked: [] };
  const order = Array.from({ length: 2 * SAMPLES }, (_, i) => (i % 2 === 0 ? 'unknown' : 'revoked'))
    .map((kind) => ({ kind: kind as keyof Samples, place: random() }))
    .toSorted((a, b) => a.place - b.place);
  for (const { kind } of order) samples[kind].push(await measure(kinds[kind]()));
  expect(compareMeans(`${name}, all`, samples, Infinity)).toBeLessThan(MAX_T);
  // The slowest had to wait for something else: without them, smaller differences show.
  const all = [...samples.unknown, ...samples.revoked].toSorted((a, b) => a - b);
  const limit = all[Math.floor(all.length * KEPT)] ?? Infinity;
  expect(compareMeans(`${name}, the fastest 80 %`, samples, limit)).toBeLessThan(MAX_T);
}

const take = (keys: string[]) => () => keys.pop() ?? '';

test(
  'the same two keys again and again',
  async () => {
    const [revoked = ''] = await createRevokedKeys(1);
    const unknown = createKey();
    for (let i = 0; i < WARM_UP; i++) await measure(i % 2 === 0 ? unknown : revoked);
    await compare('same keys', { unknown: () => unknown, revoked: () => revoked });
  },
  TIMEOUT_MS,
);

test(
  'another key each time, so that the database is asked',
  async () => {
    const revoked = await createRevokedKeys(SAMPLES + WARM_UP);
    const unknown = Array.from({ length: SAMPLES + WARM_UP }, createKey);
    for (let i = 0; i < WARM_UP; i++) await measure(take(i % 2 === 0 ? unknown : revoked)());
    await compare('other keys', { unknown: take(unknown), revoked: take(revoked) });
  },
  TIMEOUT_MS,
);
