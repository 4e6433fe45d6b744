/** A ledger that is restored from an older copy of itself, and continues differently with the same numbers. */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '@mandate/contracts';
import { connect } from '@mandate/store';
import { createFolder, type Folder } from '@mandate/testing/process/folder';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Follower } from './follow.ts';
import { openReadModel, type ReadModel } from './read-model.ts';
import { createFollowedLedger, type FollowedLedger, type Sample, sample } from './testing/followed-ledger.ts';

const SEED = Number(process.env['SEED'] ?? 7);

let folder: Folder;
let followed: FollowedLedger;
let readModel: ReadModel;
let follower: Follower;
let chainId: number;
beforeEach(async () => {
  folder = createFolder();
  followed = await createFollowedLedger(createRandom(SEED), 1);
  [chainId = 0] = followed.chainIds;
  readModel = openReadModel({ dir: folder.path });
  follower = followed.follow(readModel);
  await followed.grow(chainId, 4, 20);
});
afterEach(async () => {
  await follower?.close();
  await readModel?.close();
  await removeCopy();
  await followed?.db.drop();
  folder.remove();
});

/** Runs statements as the owner of all databases. */
async function run(statements: (database: string) => readonly string[]): Promise<void> {
  const url = new URL(followed.db.url);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const admin = connect({ url: url.href, maxConnections: 1 });
  try {
    for (const statement of statements(name)) await admin.query(statement);
  } finally {
    await admin.end();
  }
}

const removeCopy = () => run((name) => [`drop database if exists ${name}_copy`]);

/** Copies the database. Returns a function that replaces the database with the copy. */
async function keepCopy(): Promise<() => Promise<void>> {
  await run((name) => [
    `alter database ${name} with allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    `create database ${name}_copy template ${name}`,
    `alter database ${name} with allow_connections true`,
  ]);
  return () =>
    run((name) => [`drop database ${name} with (force)`, `alter database ${name}_copy rename to ${name}`]);
}

/** Collects the answers of the read model until it is stopped. */
function watch(): { stop(): Sample[][] } {
  const turns: Sample[][] = [];
  const timer = setInterval(() => turns.push(sample(readModel, chainId, 5, turns.length)), 1);
  return {
    stop() {
      clearInterval(timer);
      return turns;
    },
  };
}

const assertSame = async () => {
  await followed.reach(readModel, chainId);
  expect(await followed.listDifferences(readModel, chainId)).toEqual([]);
};

interface Blocks {
  readonly blocks: number;
  readonly logs: number;
}

/** Makes the ledger lose some blocks and write others instead, and compares the read model with it. */
async function lose(lost: Blocks, then: Blocks | null): Promise<void> {
  const putBack = await keepCopy();
  await followed.grow(chainId, lost.blocks, lost.logs);
  await assertSame();
  const watching = watch();
  await delay(20);
  await putBack();
  await followed.lose(chainId, lost.blocks);
  if (then) await followed.grow(chainId, then.blocks, then.logs);
  await assertSame();
  const turns = watching.stop();
  expect(followed.listWrong(turns.flat())).toEqual([]);
  // Answers are about the lost blocks first, then perhaps missing, then about the new blocks, and never about lost
  // blocks again.
  const { hash } = (await followed.getCheckpoint(chainId)).block;
  const isNow = turns.map((samples) => samples.some(([, said]) => said === hash));
  const isEarlier = turns.map((samples) => samples.some(([, said]) => said !== hash));
  expect(isEarlier.lastIndexOf(true)).toBeLessThan(isNow.indexOf(true));
}

test('lost commits are noticed when as much was written again', () =>
  lose({ blocks: 3, logs: 10 }, { blocks: 3, logs: 10 }));

test('lost commits are noticed when more was written again', () =>
  lose({ blocks: 1, logs: 4 }, { blocks: 2, logs: 30 }));

test('lost commits are noticed when nothing was written yet', () => lose({ blocks: 3, logs: 10 }, null));

test('lost commits are noticed when the lost blocks were empty', () => lose({ blocks: 3, logs: 0 }, null));

test('lost commits are noticed by a read model that was closed meanwhile', async () => {
  const putBack = await keepCopy();
  await followed.grow(chainId, 3, 10);
  await assertSame();
  await follower.close();
  await readModel.close();
  await putBack();
  await followed.lose(chainId, 3);
  await followed.grow(chainId, 3, 10);
  readModel = openReadModel({ dir: folder.path });
  follower = followed.follow(readModel);
  await assertSame();
});
