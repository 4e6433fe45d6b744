/**
 * A ledger too large for one read: a part of it is never taken for the whole, even if the loading process is killed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '@mandate/contracts';
import { type Address, createDelegation, FULL_RIGHTS, parseAddress, type Question } from '@mandate/core';
import { at, row } from '@mandate/testing/ledger/database';
import { createFolder, type Folder } from '@mandate/testing/process/folder';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Follower } from './follow.ts';
import { openReadModel, type ReadModel } from './read-model.ts';
import { createFollowedLedger, type FollowedLedger } from './testing/followed-ledger.ts';
import { killProcesses, startFollower } from './testing/start-process.ts';

/** Enough that loading takes a while. */
const WALLETS = 20_000;
const MORE_WALLETS = 5_000;
const ABANDONED_MS = 10_000;
const TIMEOUT_MS = 15_000;

const folder: Folder = createFolder();
let followed: FollowedLedger;
let chainId: number;
let readModel: ReadModel;
let follower: Follower | null = null;
beforeAll(async () => {
  followed = await createFollowedLedger(createRandom(1), 1);
  [chainId = 0] = followed.chainIds;
  const rows = Array.from({ length: WALLETS }, (_, i) => row(delegationOf(i), at(1, i)));
  await followed.ledger.write(chainId, 1, ...rows);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await killProcesses();
  await follower?.close();
  await readModel?.close();
  await followed?.db.drop();
  folder.remove();
});

const walletOf = (number: number): Address => parseAddress(`0x${number.toString(16).padStart(40, 'a')}`);

function delegationOf(number: number) {
  const wallets = { from: walletOf(number), to: walletOf(number + 1) };
  return createDelegation({ registry: 'v2', kind: 'all', rights: FULL_RIGHTS, ...wallets });
}

const ask = (number: number) => readModel.check(chainId, delegationOf(number) satisfies Question);

test('nothing is answered before another process has loaded everything', async () => {
  const killed = await startFollower(folder.path, followed.db.url, [chainId]);
  readModel = openReadModel({ dir: folder.path });
  const deadline = Date.now() + TIMEOUT_MS;
  while (readModel.states().length === 0 && Date.now() < deadline) await delay(1);
  // The load has started, but not finished.
  await delay(30);
  await killed.kill();
  expect(readModel.states()).toEqual([{ chainId, ready: false, block: null }]);
  expect(ask(0)).toBeNull();

  // The next follower can't know at once that the first one was killed.
  follower = followed.follow(readModel);
  await delay(700);
  expect(ask(0)).toBeNull();
  const wall = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => wall() + ABANDONED_MS);
  while (!ask(0) && wall() < deadline) await delay(1);
  // From the first answer on, everything is loaded.
  const wrong = Array.from({ length: WALLETS + 1 }, (_, i) => i).filter(
    (i) => ask(i)?.answer !== i < WALLETS || ask(i)?.checkpoint.block.number !== 1,
  );
  expect(wrong).toEqual([]);
});

test('nothing is answered between two blocks, no matter how many changes lie between them', async () => {
  const more = Array.from({ length: MORE_WALLETS }, (_, i) => row(delegationOf(WALLETS + i), at(2, i)));
  const said = new Set<string>();
  const look = () => {
    for (const i of [0, MORE_WALLETS / 2, MORE_WALLETS - 1]) {
      const checked = ask(WALLETS + i);
      said.add(checked ? `${checked.answer} at ${checked.checkpoint.block.number}` : 'nothing');
    }
  };
  const looking = setInterval(look, 1);
  await followed.ledger.write(chainId, 2, ...more);
  const deadline = Date.now() + TIMEOUT_MS;
  while (ask(0)?.checkpoint.block.number !== 2 && Date.now() < deadline) await delay(1);
  look();
  clearInterval(looking);
  expect([...said].toSorted()).toEqual(['false at 1', 'nothing', 'true at 2']);
  const wrong = Array.from({ length: WALLETS + MORE_WALLETS + 1 }, (_, i) => i).filter(
    (i) => ask(i)?.answer !== i < WALLETS + MORE_WALLETS,
  );
  expect(wrong).toEqual([]);
});
