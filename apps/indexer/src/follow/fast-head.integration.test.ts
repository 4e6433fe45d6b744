/**
 * The fast form reads new blocks in ranges. Logs that a node hides there for a while are found before their block is
 * safe.
 */

import { isDeepStrictEqual } from 'node:util';
import {
  createRandom,
  type LocalChain,
  type Random,
  randomWrite,
  SMART_WALLETS,
  startLocalChain,
} from '@mandate/contracts';
import { createNode, createQuorum } from '@mandate/nodes';
import { createWriter } from '@mandate/store';
import { createMisbehavingNode, type MisbehavingNode } from '@mandate/testing/chain/misbehaving-node';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { size } from '@mandate/testing/size';
import { toHex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { followedChain } from '../testing/followed-chain.ts';
import { catchUp, live } from '../testing/life.ts';
import { LIES, type Lie } from '../testing/newest-blocks.ts';
import { CAREFUL, FAST } from '../testing/reading.ts';
import { createFollower, type Follower } from './follower.ts';
import type { Reading } from './following.ts';

const SEED = Number(process.env['SEED'] ?? 15);
const FINALITY_BLOCKS = 16;
/** Blocks are safe at half that depth: the lies are about fewer blocks. */
const NEW_BLOCKS = FINALITY_BLOCKS / 2 - 2;

interface Ledger {
  readonly db: TestDatabase;
  readonly follower: Follower;
}

let chain: LocalChain;
let nodes: MisbehavingNode[];
let dbs: TestDatabase[];
let random: Random;
beforeAll(async () => {
  dbs = await Promise.all([1, 2].map(() => createTestDatabase()));
});
beforeEach(async () => {
  chain = await startLocalChain({ finalityBlocks: FINALITY_BLOCKS, smartWallets: SMART_WALLETS });
  nodes = await Promise.all([1, 2].map(() => createMisbehavingNode(chain.url)));
  random = createRandom(SEED);
});
afterEach(async () => {
  await Promise.all(nodes.map((each) => each.stop()));
  await Promise.all([
    chain.stop(),
    ...dbs.map(({ database }) => createWriter(database).forget(chain.chainId)),
  ]);
});
afterAll(() => Promise.all(dbs.map((db) => db.drop())));

function follow(
  db: TestDatabase,
  urls: readonly string[],
  reading: Reading,
  now = () => performance.now(),
): Ledger {
  const source = createQuorum(
    urls.map((url) => createNode(url, chain.chainId)),
    urls.length,
  );
  const followed = followedChain(chain, { reading: { ...reading, isAgreed: urls.length > 1 } });
  return { db, follower: createFollower(followed, source, createWriter(db.database), { now }) };
}

/** Lists the rows that stand at a block: the newest of the ledger, or its safe block. */
async function standing({ db }: Ledger, at?: number) {
  const {
    rows: [marks],
  } = await db.database.query<{
    block_number: number;
    block_hash: Buffer;
    safe_number: number;
  }>('select block_number, block_hash, safe_number from chain');
  if (!marks) throw new Error('There is no chain.');
  const block = at ?? marks.block_number;
  const { rows } = await db.database.query(
    `select registry, kind, from_address, to_address, contract, token_id, rights, amount, since_block, since_log
     from delegation where since_block <= $1 and (until_block is null or until_block > $1)
     order by since_block, since_log, registry, kind, from_address, to_address`,
    [block],
  );
  return { ...marks, rows };
}

const NAMES = Object.keys(LIES) as Lie[];
const tell = (lie: Lie) => LIES[lie](chain.registries.v2, NEW_BLOCKS);

describe(`the fast form (seed ${SEED})`, () => {
  test('has the same rows as the careful form, through reorgs', async () => {
    const fast = follow(databases(0), [nodeAt(0).url], FAST);
    const careful = follow(databases(1), [chain.url], CAREFUL);
    for (let round = 0; round < size(10, 40); round++) {
      await live(chain, random);
      expect(await catchUp(fast.follower)).toEqual([]);
      await catchUp(careful.follower);
      const [seen, right] = [await standing(fast), await standing(careful)];
      expect(seen.rows).toEqual(right.rows);
    }
  });

  test('undoes a reorg of blocks whose numbers are safe by the time a node answers again', async () => {
    const LOOKBACK_MS = 30_000;
    let time = 0;
    const fast = follow(databases(0), [nodeAt(0).url], { ...FAST, lookbackMs: LOOKBACK_MS }, () => time);
    const careful = follow(databases(1), [chain.url], CAREFUL);
    for (let block = 0; block < 3; block++) {
      await chain.send(randomWrite(chain, random));
      await chain.mine();
      await catchUp(fast.follower);
    }
    time += LOOKBACK_MS;
    await catchUp(fast.follower);
    await chain.reorg(3, [{ transaction: randomWrite(chain, random), block: 0 }]);
    await chain.mine(FINALITY_BLOCKS);
    expect(await catchUp(fast.follower)).toEqual([]);
    await catchUp(careful.follower);
    const { block_hash, rows } = await standing(careful);
    expect(await standing(fast)).toMatchObject({ block_hash, rows });
  });

  test('makes four calls for a range of blocks, and one if there is nothing new', async () => {
    const fast = follow(databases(0), [nodeAt(0).url], { ...FAST, tagsMs: 60_000 });
    await chain.mine(20);
    await catchUp(fast.follower);
    const before = nodeAt(0).calls;
    await chain.mine(8);
    await fast.follower.step();
    expect(nodeAt(0).calls - before).toBe(4);
    await fast.follower.step();
    expect(nodeAt(0).calls - before).toBe(5);
  });

  /**
   * Plays a history, and counts how often the ledger was wrong about its newest block. It must be right about safe
   * ones.
   */
  async function play(fast: Ledger, rounds: number) {
    const careful = follow(databases(1), [chain.url], CAREFUL);
    let wrong = 0;
    let safe = 0;
    for (let round = 0; round < rounds; round++) {
      await live(chain, random);
      await catchUp(fast.follower);
      await catchUp(careful.follower);
      const seen = await standing(fast);
      const right = await standing(careful, seen.block_number);
      // A ledger that waits for its nodes may be at a block that was replaced meanwhile.
      const { hash } = await chain.client.getBlock({ blockNumber: BigInt(seen.block_number) });
      if (hash === toHex(seen.block_hash) && !isDeepStrictEqual(seen.rows, right.rows)) wrong++;
      const seenSafe = await standing(fast, seen.safe_number);
      const rightSafe = await standing(careful, seen.safe_number);
      expect(seenSafe.rows, `at the safe block ${seen.safe_number}`).toEqual(rightSafe.rows);
      safe = Math.max(safe, seen.safe_number);
    }
    return { wrong, safe };
  }

  test.each(NAMES)('a node that %s for a while is believed, except about safe blocks', async (lie) => {
    const fast = follow(databases(0), [nodeAt(0).url], FAST);
    nodeAt(0).misbehave(tell(lie));
    const { wrong, safe } = await play(fast, size(12, 50));
    expect(wrong).toBeGreaterThan(0);
    expect(safe).toBeGreaterThan(size(5, 30));
  });

  test.each(NAMES)('a node that %s is noticed when the range is read again', async (lie) => {
    const fast = follow(databases(0), [nodeAt(0).url], { ...FAST, lookbackMs: 1_000_000 });
    const careful = follow(databases(1), [chain.url], CAREFUL);
    nodeAt(0).misbehave(tell(lie));
    for (let round = 0; round < size(6, 20); round++) {
      await live(chain, random);
      await catchUp(fast.follower);
    }
    nodeAt(0).misbehave(null);
    await chain.mine();
    await catchUp(fast.follower);
    await catchUp(careful.follower);
    expect((await standing(fast)).rows).toEqual((await standing(careful)).rows);
  });

  test.each([
    ['the careful form', [0], CAREFUL],
    ['two nodes', [0, 1], FAST],
  ] as const)('blocks that one node alone has told are read again by %s', async (_, which, reading) => {
    const before = follow(databases(0), [nodeAt(0).url], FAST);
    const careful = follow(databases(1), [chain.url], CAREFUL);
    nodeAt(0).misbehave(tell('delays logs'));
    await chain.mine(FINALITY_BLOCKS);
    for (let round = 0; round < 12; round++) await live(chain, random);
    await catchUp(before.follower);
    await catchUp(careful.follower);
    const isProvisional = async () =>
      (await createWriter(databases(0).database).findCheckpoint(chain.chainId))?.provisional;
    expect(await isProvisional()).toBe(true);
    expect((await standing(before)).rows).not.toEqual((await standing(careful)).rows);
    nodeAt(0).misbehave(null);
    const after = follow(
      databases(0),
      which.map((i) => nodeAt(i).url),
      reading,
    );
    // At no step may the chain count as more than provisional while it lacks what the node left out.
    for (let step = 0; step < 10; step++) {
      await after.follower.step();
      if (await isProvisional()) continue;
      const seen = await standing(after);
      expect(seen.rows).toEqual((await standing(careful, seen.block_number)).rows);
    }
    expect(await isProvisional()).toBe(false);
    expect((await standing(after)).block_number).toBe(Number(await chain.client.getBlockNumber()));
  });

  test.each(NAMES)('a node that %s is never believed if two have to agree', async (lie) => {
    const fast = follow(databases(0), [nodeAt(0).url, nodeAt(1).url], FAST);
    nodeAt(0).misbehave(tell(lie));
    const { wrong } = await play(fast, size(8, 25));
    expect(wrong).toBe(0);
    nodeAt(0).misbehave(null);
    expect((await play(fast, 3)).wrong).toBe(0);
    expect((await standing(fast)).block_number).toBe(Number(await chain.client.getBlockNumber()));
  });
});

function databases(i: number): TestDatabase {
  const db = dbs[i];
  if (!db) throw new RangeError(`There is no database ${i}.`);
  return db;
}

function nodeAt(i: number): MisbehavingNode {
  const found = nodes[i];
  if (!found) throw new RangeError(`There is no node ${i}.`);
  return found;
}
