import {
  encodeGrant,
  encodeRevoke,
  type LocalChain,
  startLocalChain,
  throughWallet,
  v1Abi,
} from '@mandate/contracts';
import {
  check,
  createDelegation,
  type Delegation,
  FULL_RIGHTS,
  grantOf,
  identify,
  parseAddress,
} from '@mandate/core';
import { createNode, RpcError, type Source } from '@mandate/nodes';
import { createReader, createWriter } from '@mandate/store';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { encodeFunctionData } from 'viem';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { followedChain } from '../testing/followed-chain.ts';
import { createFollower } from './follower.ts';
import type { FollowedChain, Step } from './following.ts';

const vault = parseAddress('0xaaaa00000000000000000000000000000000000a');
const smart = parseAddress('0xcccc00000000000000000000000000000000000c');
const hot = parseAddress('0x0000000000000000000000000000000000000407');
const other = parseAddress('0x0000000000000000000000000000000000007e57');
const contract = parseAddress('0xc011ec7100000000000000000000000000000001');

let chain: LocalChain;
let db: TestDatabase;
let followed: FollowedChain;
beforeEach(async () => {
  [chain, db] = await Promise.all([startLocalChain({ smartWallets: [smart] }), createTestDatabase()]);
  followed = followedChain(chain, { evidence: { bloom: false, receipts: true } });
});
afterEach(() => Promise.all([chain.stop(), db.drop()]));

const grant = (registry: 'v1' | 'v2', kind: 'all' | 'contract', from = vault, to = hot) =>
  createDelegation({ registry, kind, from, to, contract, rights: FULL_RIGHTS });

async function write(...delegations: Delegation[]) {
  for (const delegation of delegations) {
    const to = chain.registries[delegation.registry] ?? vault;
    await chain.send({ from: delegation.from, to, data: encodeGrant(delegation) });
  }
}

function follow(source: Source = createNode(chain.url, chain.chainId)) {
  const follower = createFollower(followed, source, createWriter(db.database));
  const until = async (type: Step['type']) => {
    for (let i = 0; i < 50; i++) {
      const step = await follower.step();
      if (step.type === type) return step;
    }
    throw new Error(`never ${type}`);
  };
  return { step: follower.step, until };
}

async function holds(delegation: Delegation, atBlock?: number) {
  const answer = await createReader(db.database).findSatisfying(chain.chainId, grantOf(delegation), atBlock);
  const found = new Map(answer?.found.map((d) => [identify(d), d]));
  return check(grantOf(delegation), (g) => found.get(identify(g)));
}

const ROWS =
  'select registry, kind, since_block, until_block, until_inferred from delegation order by since_block, since_log';
const rows = async () => (await db.database.query(ROWS)).rows;

test('backfills in ranges, then continues block by block to the head', async () => {
  await write(grant('v1', 'all'), grant('v2', 'contract'));
  await chain.mine(90);
  await write(grant('v2', 'all'));
  await chain.mine(2);
  const follower = follow();
  expect(await follower.step()).toMatchObject({ type: 'advanced', blocks: 10, events: 2 });
  expect(await follower.step()).toMatchObject({ type: 'advanced', blocks: 19, events: 0 });
  expect(await holds(grant('v2', 'all'))).toBe(false);
  expect(await follower.step()).toMatchObject({ type: 'advanced', blocks: 64, events: 1 });
  expect(await follower.step()).toMatchObject({ type: 'idle' });
  for (const delegation of [grant('v1', 'all'), grant('v2', 'contract'), grant('v2', 'all')]) {
    expect(await holds(delegation)).toBe(true);
  }
  expect(await holds(grant('v2', 'all'), 91)).toBe(false);
  expect(await holds(grant('v2', 'all'), 92)).toBe(true);
});

test('undoes a reorg, present and past', async () => {
  await write(grant('v2', 'contract'));
  await chain.mine(5);
  await write(grant('v2', 'all'));
  await chain.send({
    from: vault,
    to: chain.registries.v2,
    data: encodeRevoke(grantOf(grant('v2', 'contract'))),
  });
  await chain.mine(2);
  const follower = follow();
  await follower.until('idle');
  expect([await holds(grant('v2', 'all')), await holds(grant('v2', 'contract'))]).toEqual([true, true]);
  const data = encodeGrant(grant('v1', 'all'));
  await chain.reorg(3, [{ transaction: { from: vault, to: chain.registries.v1 ?? vault, data }, block: 0 }]);
  expect(await follower.until('rewound')).toMatchObject({ depth: 3 });
  await follower.until('idle');
  expect([await holds(grant('v2', 'all')), await holds(grant('v2', 'contract'))]).toEqual([false, true]);
  expect(await holds(grant('v1', 'all'))).toBe(true);
  expect(await rows()).toEqual([
    { registry: 2, kind: 2, since_block: 2, until_block: null, until_inferred: false },
    { registry: 1, kind: 1, since_block: 6, until_block: null, until_inferred: false },
  ]);
});

test('a reorg below a final block taints the chain, which is then no longer served', async () => {
  await write(grant('v2', 'all'));
  await chain.mine(20);
  const follower = follow();
  await follower.until('idle');
  await chain.reorg(18, [
    {
      transaction: { from: vault, to: chain.registries.v2, data: encodeGrant(grant('v2', 'all')) },
      block: 0,
    },
  ]);
  const tainted = await follower.until('tainted');
  expect(tainted).toMatchObject({
    reason: expect.stringMatching(/Block 13 was final .* rebuild --chain 31337/),
  });
  expect(await follower.step()).toEqual(tainted);
  const answer = await createReader(db.database).findSatisfying(chain.chainId, grantOf(grant('v2', 'all')));
  expect(answer?.checkpoint.state).toBe('tainted');
});

describe("v1's unidentified revocations", () => {
  const revoke = encodeFunctionData({ abi: v1Abi, functionName: 'revokeDelegate', args: [hot] });
  const v1 = () => chain.registries.v1 ?? vault;
  const withoutState = (readable: (blockHash: string) => Promise<boolean>): Source => {
    const node = createNode(chain.url, chain.chainId);
    return {
      ...node,
      async readSlots(address, slots, blockHash) {
        if (await readable(blockHash)) return node.readSlots(address, slots, blockHash);
        throw new RpcError(node.name, 'eth_getStorageAt', -32_000, 'missing trie node');
      },
    };
  };

  test('are settled by the state of their block', async () => {
    await write(grant('v1', 'all'), grant('v1', 'contract'), grant('v1', 'all', vault, other));
    await chain.mine();
    await chain.send({ from: vault, to: v1(), data: revoke });
    await chain.mine();
    await write(grant('v1', 'all'));
    await chain.mine();
    await follow().until('idle');
    expect(await rows()).toEqual([
      { registry: 1, kind: 1, since_block: 2, until_block: 3, until_inferred: false },
      { registry: 1, kind: 2, since_block: 2, until_block: 3, until_inferred: false },
      { registry: 1, kind: 1, since_block: 2, until_block: null, until_inferred: false },
      { registry: 1, kind: 1, since_block: 4, until_block: null, until_inferred: false },
    ]);
  });

  test('without that state, by the input of a direct call', async () => {
    await write(grant('v1', 'all'), grant('v1', 'all', vault, other));
    await chain.mine();
    await chain.send({ from: vault, to: v1(), data: revoke });
    await chain.mine(2);
    await follow(withoutState(async () => false)).until('idle');
    expect(await rows()).toEqual([
      { registry: 1, kind: 1, since_block: 2, until_block: 3, until_inferred: false },
      { registry: 1, kind: 1, since_block: 2, until_block: null, until_inferred: false },
    ]);
  });

  test('without either, by the state at the head, and marked as inferred', async () => {
    const grants = [grant('v1', 'all', smart), grant('v1', 'all', smart, other)];
    await chain.send(
      throughWallet(
        smart,
        grants.map((d) => ({ to: v1(), data: encodeGrant(d) })),
      ),
    );
    await chain.mine();
    await chain.send(throughWallet(smart, [{ to: v1(), data: revoke }]));
    await chain.mine(2);
    const head = (await chain.client.getBlock()).hash;
    await follow(withoutState(async (blockHash) => blockHash === head)).until('idle');
    expect(await rows()).toEqual([
      { registry: 1, kind: 1, since_block: 2, until_block: 3, until_inferred: true },
      { registry: 1, kind: 1, since_block: 2, until_block: null, until_inferred: false },
    ]);
  });

  /** `smart` grants `hot` everything and revokes it in block 3. No node has the state of the blocks that follow. */
  async function revokeThroughWallet(blocks: number) {
    await chain.send(throughWallet(smart, [{ to: v1(), data: encodeGrant(grant('v1', 'all', smart)) }]));
    await chain.mine();
    await chain.send(throughWallet(smart, [{ to: v1(), data: revoke }]));
    await chain.mine(blocks);
  }
  const regrant = () => ({
    transaction: throughWallet(smart, [{ to: v1(), data: encodeGrant(grant('v1', 'all', smart)) }]),
    block: 0,
  });
  const look = async () => {
    const checkpoint = await createWriter(db.database).findCheckpoint(chain.chainId);
    const { rows: spans } = await db.database.query('select from_block, until_block from uncertain');
    return { state: checkpoint?.state, holds: await holds(grant('v1', 'all', smart)), spans };
  };
  const onlyAtHead = async (blockHash: string) => blockHash === (await chain.client.getBlock()).hash;

  test('without state are settled by a block of the ledger, never by a head that the ledger has not reached', async () => {
    await revokeThroughWallet(91);
    await chain.send(regrant().transaction);
    await chain.mine();
    const follower = follow(withoutState(onlyAtHead));
    expect(await follower.step()).toMatchObject({ type: 'advanced', unsettled: 1 });
    expect(await look()).toMatchObject({ state: 'backfilling', spans: [{ from_block: 3 }] });
    // The newest block, whose state says that the grant stands, is replaced by one without the grant.
    await chain.reorg(1);
    await chain.mine(30);
    await follower.until('idle');
    expect(await look()).toEqual({
      state: 'following',
      holds: false,
      spans: [{ from_block: 3, until_block: 124 }],
    });
  });

  test('that were settled by a block which a reorg removes are settled again', async () => {
    await revokeThroughWallet(4);
    const follower = follow(withoutState(onlyAtHead));
    await follower.until('idle');
    expect(await look()).toEqual({
      state: 'following',
      holds: false,
      spans: [{ from_block: 3, until_block: 6 }],
    });
    await chain.reorg(1, [regrant()]);
    await follower.until('rewound');
    expect(await look()).toMatchObject({ state: 'backfilling', holds: true });
    await follower.until('idle');
    expect(await look()).toEqual({
      state: 'following',
      holds: true,
      spans: [{ from_block: 3, until_block: 6 }],
    });
    await chain.reorg(1);
    await follower.until('rewound');
    await follower.until('idle');
    expect(await look()).toMatchObject({ state: 'following', holds: false });
    const { rows: feed } = await db.database.query('select type, undone, block from change order by number');
    expect(feed).toEqual([
      { type: 1, undone: false, block: 2 },
      { type: 3, undone: false, block: 3 },
      { type: 3, undone: true, block: 3 },
      { type: 3, undone: false, block: 3 },
    ]);
  });

  test('without state at any node keep the chain from being served until one has it', async () => {
    await revokeThroughWallet(4);
    let readable = false;
    const follower = follow(withoutState(async () => readable));
    expect(await follower.until('idle')).toMatchObject({ unsettled: 1 });
    expect((await look()).state).toBe('backfilling');
    readable = true;
    await expect.poll(follower.step, { timeout: 5_000 }).toMatchObject({ type: 'idle', unsettled: 0 });
    expect(await look()).toMatchObject({ state: 'following', holds: false });
  });

  test('of a vault with an unsettled one are settled by the next one whose block has state', async () => {
    await revokeThroughWallet(1);
    await chain.send(throughWallet(smart, [{ to: v1(), data: revoke }]));
    await chain.mine();
    const second = (await chain.client.getBlock()).hash;
    await chain.mine(2);
    await follow(withoutState(async (blockHash) => blockHash === second)).until('idle');
    expect(await rows()).toEqual([
      { registry: 1, kind: 1, since_block: 2, until_block: 4, until_inferred: true },
    ]);
    expect(await look()).toMatchObject({ state: 'following', spans: [{ from_block: 3, until_block: 4 }] });
  });
});
