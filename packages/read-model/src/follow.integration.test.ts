/**
 * A read model that follows a ledger through everything that can happen to it, compared with the delegations at each
 * block.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, integer, type Random } from '@mandate/contracts';
import { block } from '@mandate/testing/ledger/database';
import { createFolder, type Folder } from '@mandate/testing/process/folder';
import { until } from '@mandate/testing/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Follower } from './follow.ts';
import { openReadModel, type ReadModel } from './read-model.ts';
import { createFollowedLedger, type FollowedLedger, type Sample, sample } from './testing/followed-ledger.ts';
import { QUESTIONS } from './testing/small-world.ts';
import { killProcesses, startFollower, startReader } from './testing/start-process.ts';

const SEED = Number(process.env['SEED'] ?? 7);
const STEPS = 160;

let random: Random;
let folder: Folder;
let followed: FollowedLedger;
let readModel: ReadModel;
let follower: Follower;
beforeEach(async () => {
  folder = createFolder();
  random = createRandom(SEED);
  followed = await createFollowedLedger(random);
  readModel = openReadModel({ dir: folder.path });
  follower = followed.follow(readModel);
});
afterEach(async () => {
  await killProcesses();
  await follower?.close();
  await readModel?.close();
  await followed?.db.drop();
  folder.remove();
});

const reachAll = () => Promise.all(followed.chainIds.map((chainId) => followed.reach(readModel, chainId)));

async function assertSame(): Promise<void> {
  await reachAll();
  for (const chainId of followed.chainIds)
    expect(await followed.listDifferences(readModel, chainId)).toEqual([]);
}

/** Stops following, and sometimes also closes the folder, while the ledger continues. */
async function restart(): Promise<void> {
  await follower.close();
  if (random() < 0.5) {
    await readModel.close();
    readModel = openReadModel({ dir: folder.path });
  }
  for (const chainId of followed.chainIds) if (random() < 0.7) await followed.happen(chainId);
  follower = followed.follow(readModel);
}

test('every answer is right for the block it names, through reorgs and restarts, in every process', async () => {
  const { chainIds } = followed;
  await reachAll();
  const reader = await startReader(folder.path, chainIds);
  const samples: Sample[] = [];
  let maxStanding = 0;
  for (let step = 0; step < STEPS; step++) {
    const chainId = chainIds[step % chainIds.length] ?? 0;
    await followed.happen(chainId);
    maxStanding = Math.max(maxStanding, followed.countStanding(chainId));
    for (let look = 0; look < 3; look++) {
      samples.push(...sample(readModel, chainId, 7, step + look));
      await delay(integer(random, 0, 4));
    }
    if (step % 13 === 0) await restart();
    if (step % 16 === 15) await assertSame();
  }
  await assertSame();
  const read = await reader.stop();
  expect(followed.listWrong(samples)).toEqual([]);
  expect(followed.listWrong(read)).toEqual([]);
  // Many questions were asked about many blocks, and not all answers were no.
  const yes = (from: readonly Sample[]) => from.filter(([, , , answer]) => !['false', '0'].includes(answer));
  const blocks = (from: readonly Sample[]) => new Set(from.map(([chainId, hash]) => `${chainId} ${hash}`));
  expect(yes(samples).length).toBeGreaterThan(1_000);
  expect(yes(read).length).toBeGreaterThan(1_000);
  expect(blocks(read).size).toBeGreaterThan(STEPS / 3);
  expect(maxStanding).toBeGreaterThan(20);
  // The questions cover the wallets and contracts of the random histories.
  expect(QUESTIONS).toHaveLength(297);
});

test('several followers of one folder, some of them killed, leave it as one follower would', async () => {
  const { chainIds, db } = followed;
  const samples: Sample[] = [];
  let others = [await startFollower(folder.path, db.url, chainIds)];
  for (let step = 0; step < 60; step++) {
    const chainId = chainIds[step % chainIds.length] ?? 0;
    await followed.happen(chainId);
    samples.push(...sample(readModel, chainId, 7, step));
    await delay(integer(random, 0, 5));
    if (step % 20 === 10) {
      await Promise.all(others.map((other) => other.kill()));
      others = [await startFollower(folder.path, db.url, chainIds)];
    }
    if (step === 30) await follower.close();
    if (step === 40) follower = followed.follow(readModel);
    if (step % 15 === 14) await assertSame();
  }
  await Promise.all(others.map((other) => other.kill()));
  await assertSame();
  expect(followed.listWrong(samples)).toEqual([]);
});

test('changes without a notification are found anyway', async () => {
  const [chainId = 0] = followed.chainIds;
  await reachAll();
  await followed.db.database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mandate listener' and datname = current_database()",
  );
  await followed.grow(chainId, 1, 5);
  await assertSame();
});

test('an answer has the heartbeat of the ledger, and keeps it while no process follows', async () => {
  const [chainId = 0] = followed.chainIds;
  const heartbeatOf = () => readModel.findCheckpoint(chainId)?.heartbeat;
  const beat = async () => {
    const { block, head, safe, finalized } = await followed.getCheckpoint(chainId);
    await followed.ledger.writer.mark(chainId, block, { head, safe, finalized }, 'following');
    return (await followed.getCheckpoint(chainId)).heartbeat;
  };
  const reach = (heartbeat: number) =>
    until(`the read model has heartbeat ${heartbeat}`, () => heartbeatOf() === heartbeat);
  await reachAll();
  // Only the heartbeat is new.
  const first = await beat();
  await reach(first);
  await follower.close();
  expect(await beat()).toBe(first + 1);
  expect(heartbeatOf()).toBe(first);
  follower = followed.follow(readModel);
  await reach(first + 1);
});

test('a chain with another log is not answered for while a different chain is loaded', async () => {
  const [chainId = 0, other = 0] = followed.chainIds;
  const [question] = QUESTIONS;
  if (!question) throw new Error('There are no questions.');
  await followed.grow(chainId, 3, 20);
  await reachAll();
  await follower.close();
  const loading = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  let looks = 0;
  follower = followed.follow({
    ...readModel,
    beginLoading: async (asked, by) => {
      if (asked === other) loading.resolve();
      if (asked === other) await held.promise;
      return readModel.beginLoading(asked, by);
    },
    findPlace: (asked) => {
      if (asked === chainId) looks++;
      return readModel.findPlace(asked);
    },
  });
  const { database } = followed.db;
  const replaceLog = (of: number) =>
    database.query('update chain set feed = gen_random_uuid() where chain_id = $1', [of]);
  await replaceLog(other);
  await loading.promise;
  // A log that was only trimmed says nothing against the copy.
  await database.query('delete from change where chain_id = $1', [chainId]);
  const looksBefore = looks;
  await until('the follower has looked twice', () => looks > looksBefore + 1);
  expect(readModel.check(chainId, question)).not.toBeNull();
  await replaceLog(chainId);
  await until('the chain is not answered for', () => readModel.check(chainId, question) === null);
  held.resolve();
  await reachAll();
});

test('a chain that is removed from the ledger is removed, and loaded again when it is back', async () => {
  const [chainId = 0, other = 0] = followed.chainIds;
  const [question] = QUESTIONS;
  if (!question) throw new Error('There are no questions.');
  await followed.grow(chainId, 3, 20);
  await followed.grow(other, 3, 20);
  await assertSame();
  await followed.ledger.writer.forget(chainId);
  await until('the chain is removed', () => !readModel.check(chainId, question));
  expect(readModel.check(other, question)).not.toBeNull();
  await followed.ledger.writer.open(chainId, block(0), { head: 0, safe: 0, finalized: 0 });
  await followed.open(chainId);
  await assertSame();
  await followed.grow(chainId, 3, 20);
  await assertSame();
});
