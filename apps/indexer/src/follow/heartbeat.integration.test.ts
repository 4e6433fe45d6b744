/** Tests which steps of the follower count as completed polls: API processes watch that counter. */
import { encodeGrant, type LocalChain, startLocalChain } from '@mandate/contracts';
import { createDelegation, FULL_RIGHTS } from '@mandate/core';
import { createNode, type Source } from '@mandate/nodes';
import { createWriter } from '@mandate/store';
import { createTestDatabase, type TestDatabase, wallets } from '@mandate/testing/ledger/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CAREFUL } from '../testing/reading.ts';
import { createFollower } from './follower.ts';

let chain: LocalChain;
let db: TestDatabase;
beforeAll(async () => {
  [chain, db] = await Promise.all([startLocalChain(), createTestDatabase()]);
});
afterAll(() => Promise.all([chain?.stop(), db?.drop()]));

test('every poll that finds the ledger on the chain increments it, except one of a node that is behind', async () => {
  const { chainId } = chain;
  const registries = { v2: chain.registries.v2 };
  const writer = createWriter(db.database);
  const node = createNode(chain.url, chain.chainId);
  let isBehind = false;
  let time = 0;
  const warnings: string[] = [];
  const source: Source = {
    ...node,
    async getHead() {
      const [first] = await node.findHeaders([0]);
      return isBehind && first ? first : node.getHead();
    },
  };
  const depths = { safe: 4, finalized: 8 };
  const evidence = { bloom: false, receipts: true };
  const follower = createFollower(
    { chainId, registries, evidence, depths, startBlock: 1, reading: CAREFUL },
    source,
    writer,
    { now: () => time, warn: (message) => warnings.push(message) },
  );
  const beatsOf = async () => {
    const before = (await writer.findCheckpoint(chainId))?.heartbeat ?? 0;
    const { type } = await follower.step();
    return { type, beats: ((await writer.findCheckpoint(chainId))?.heartbeat ?? 0) - before };
  };

  await chain.mine(3);
  while ((await follower.step()).type !== 'idle');
  expect(await beatsOf()).toEqual({ type: 'idle', beats: 1 });
  await chain.mine();
  expect(await beatsOf()).toEqual({ type: 'advanced', beats: 1 });
  isBehind = true;
  expect(await beatsOf()).toEqual({ type: 'idle', beats: 0 });
  expect([warnings.length, (await writer.findCheckpoint(chainId))?.head]).toEqual([0, 5]);
  time += 10_000;
  for (let poll = 0; poll < 2; poll++) expect(await beatsOf()).toEqual({ type: 'idle', beats: 0 });
  expect((await writer.findCheckpoint(chainId))?.head).toBe(0);
  expect(warnings).toEqual([expect.stringContaining("at block 0, below the ledger's block 5")]);
  isBehind = false;
  // Adds a grant: without one, the replacing block would be identical.
  const grant = createDelegation({
    registry: 'v2',
    kind: 'all',
    from: wallets.vault,
    to: wallets.hot,
    rights: FULL_RIGHTS,
  });
  const transaction = { from: wallets.vault, to: chain.registries.v2, data: encodeGrant(grant) };
  await chain.reorg(1, [{ transaction, block: 0 }]);
  expect(await beatsOf()).toEqual({ type: 'rewound', beats: 1 });
});
