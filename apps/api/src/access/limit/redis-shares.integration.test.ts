/** Shares that several processes count in one Redis. */

import { until } from '@mandate/testing/until';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRedisShares, type SharedShares } from './redis-shares.ts';
import { type RedisProcess, startRedis } from './testing/redis-process.ts';

let redis: RedisProcess;
const opened: SharedShares[] = [];

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(async () => {
  for (const shares of opened) await shares.close();
  await redis?.kill();
});

async function open(): Promise<SharedShares> {
  const shares = await createRedisShares(redis.url, pino({ level: 'silent' }));
  opened.push(shares);
  return shares;
}

const levelsOf = (client: string) => [
  { name: client, max: 2 },
  { name: `network of ${client.at(0)}`, max: 3 },
];
/** The name of the level that has no room, or null. */
const take = async (shares: SharedShares, client: string) =>
  (await shares.take(levelsOf(client)))?.name ?? null;

test('a client and its network have one share for all processes', async () => {
  const [one, other] = [await open(), await open()];
  expect([await take(one, 'a1'), await take(other, 'a1'), await take(one, 'a1')]).toEqual([null, null, 'a1']);
  expect([await take(other, 'a2'), await take(one, 'a2')]).toEqual([null, 'network of a']);
  // A refused request took nothing.
  expect([await take(one, 'b1'), await take(other, 'b1')]).toEqual([null, null]);
  other.give(levelsOf('a1'));
  await until('the place is free', async () => (await take(one, 'a2')) === null);
  expect([await take(one, 'a1'), await take(other, 'a1')]).toEqual(['network of a', 'network of a']);
});

test('many that are taken at once are never more than there are', async () => {
  const all = await Promise.all([open(), open(), open()]);
  const taken = await Promise.all(
    Array.from({ length: 60 }, (_, i) => take(all[i % 3] as SharedShares, 'c1')),
  );
  expect(taken.filter((full) => full === null)).toHaveLength(2);
});

test('a process that closes frees what it held at once', async () => {
  const [one, other] = [await open(), await open()];
  expect([await take(one, 'd1'), await take(one, 'd1'), await take(other, 'd1')]).toEqual([null, null, 'd1']);
  await one.close();
  expect(await take(other, 'd1')).toBe(null);
});

test('without Redis each process counts alone, and together again when it is back', async () => {
  const [one, other] = [await open(), await open()];
  expect([await take(one, 'e1'), await take(other, 'e1')]).toEqual([null, null]);
  await redis.kill();
  expect([await take(one, 'e1'), await take(one, 'e1')]).toEqual([null, 'e1']);
  await redis.start();
  await until('both are counted', async () => {
    const full = await take(other, 'e1');
    if (full === null) other.give(levelsOf('e1'));
    return full !== null;
  });
});
