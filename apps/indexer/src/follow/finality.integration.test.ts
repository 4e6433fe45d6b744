/** The chain's tags say which blocks are safe and final. An error in their place changes nothing. */
import { encodeGrant, type LocalChain, startLocalChain } from '@mandate/contracts';
import { createDelegation, FULL_RIGHTS, parseAddress } from '@mandate/core';
import { createNode, createQuorum, type Depths } from '@mandate/nodes';
import { createWriter } from '@mandate/store';
import {
  type Behaviour,
  createMisbehavingNode,
  type MisbehavingNode,
} from '@mandate/testing/chain/misbehaving-node';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lowerMarks } from '../commands/lower-marks.ts';
import { CAREFUL } from '../testing/reading.ts';
import { createFollower } from './follower.ts';

const vault = parseAddress('0xaaaa00000000000000000000000000000000000a');
const hot = parseAddress('0x0000000000000000000000000000000000000407');
const data = encodeGrant(
  createDelegation({ registry: 'v2', kind: 'all', from: vault, to: hot, rights: FULL_RIGHTS }),
);
const BY_TAGS: Depths = { safe: null, finalized: null };

let chain: LocalChain;
let db: TestDatabase;
let nodes: MisbehavingNode[];
beforeEach(async () => {
  [chain, db] = await Promise.all([startLocalChain({ finalityBlocks: 8 }), createTestDatabase()]);
  nodes = await Promise.all([1, 2].map(() => createMisbehavingNode(chain.url)));
});
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await Promise.all([chain.stop(), db.drop()]);
});

const isTag = (tag: unknown) => tag === 'safe' || tag === 'finalized';
/** Geth after a restart, until its consensus client is connected. */
const unknownTags = (answer: () => object): Behaviour => ({
  answer: (call, honest) =>
    call.method === 'eth_getBlockByNumber' && isTag(call.params[0]) ? (answer() as typeof honest) : honest,
});
const failing = () => unknownTags(() => ({ error: { code: -39_001, message: 'Unknown block' } }));

const source = () =>
  createQuorum(
    nodes.map(({ url }) => createNode(url, chain.chainId)),
    2,
  );

function startFollower(depths: Depths = BY_TAGS) {
  const { v1, v2 } = chain.registries;
  const registries = { ...(v1 ? { v1 } : {}), v2 };
  const evidence = { bloom: false, receipts: true };
  const followed = { chainId: chain.chainId, registries, evidence, depths, startBlock: 1, reading: CAREFUL };
  const follower = createFollower(followed, source(), createWriter(db.database));
  return async (type = 'idle') => {
    for (let steps = 0; steps < 50; steps++) if ((await follower.step()).type === type) return look();
    throw new Error(`never ${type}`);
  };
}

const replacement = () => ({ transaction: { from: hot, to: chain.registries.v2, data }, block: 0 });

async function look() {
  const checkpoint = await createWriter(db.database).findCheckpoint(chain.chainId);
  const { block, safe, finalized, state } = checkpoint ?? {};
  return { block: block?.number, safe, finalized, state };
}

test('errors in place of tags leave the marks as they were, while the head is followed', async () => {
  await chain.mine(30);
  const follow = startFollower();
  expect(await follow()).toEqual({ block: 31, safe: 27, finalized: 23, state: 'following' });
  for (const node of nodes) node.misbehave(failing());
  await chain.mine(200);
  expect(await follow()).toEqual({ block: 231, safe: 27, finalized: 23, state: 'following' });
  for (const node of nodes) node.misbehave(null);
  expect(await follow()).toEqual({ block: 231, safe: 227, finalized: 223, state: 'following' });
});

test('the marks stay if one of two nodes that must agree names none', async () => {
  await chain.mine(30);
  const follow = startFollower();
  await follow();
  nodes[0]?.misbehave(failing());
  await chain.mine(20);
  expect(await follow()).toMatchObject({ block: 51, safe: 27, finalized: 23 });
});

describe('a chain without tags', () => {
  test.each([
    ['answers with errors', failing()],
    ['answers with nothing', unknownTags(() => ({ result: null }))],
  ])('that %s is followed, and nothing of it is known to be final', async (_, behaviour) => {
    for (const node of nodes) node.misbehave(behaviour);
    await chain.mine(100);
    const follow = startFollower();
    expect(await follow()).toEqual({ block: 101, safe: null, finalized: null, state: 'following' });
    // A reorg of any depth can be undone.
    await chain.reorg(90, [replacement()]);
    await follow('rewound');
    expect(await follow()).toMatchObject({ block: 101, finalized: null });
  });

  test('has marks by depth if the operator sets one', async () => {
    for (const node of nodes) node.misbehave(failing());
    await chain.mine(100);
    expect(await startFollower({ safe: 5, finalized: 50 })()).toMatchObject({ safe: 96, finalized: 51 });
  });
});

describe('marks that are too high', () => {
  const lower = () =>
    lowerMarks({ chainId: chain.chainId, depths: BY_TAGS }, source(), createWriter(db.database));

  /** Imitates older versions, which replaced the marks by a depth after two seconds of errors. */
  async function forge(finalized: number): Promise<void> {
    const writer = createWriter(db.database);
    const checkpoint = await writer.findCheckpoint(chain.chainId);
    if (!checkpoint) throw new Error('There is no ledger.');
    await writer.mark(
      chain.chainId,
      checkpoint.block,
      { head: checkpoint.head, safe: finalized, finalized },
      'following',
    );
  }

  test('are lowered to those that the nodes name, so that a reorg can be undone again', async () => {
    await chain.send({ from: vault, to: chain.registries.v2, data });
    await chain.mine(30);
    const follow = startFollower();
    await follow();
    await forge(31);
    expect(await look()).toMatchObject({ safe: 31, finalized: 31 });
    expect(await lower()).toBe(
      'Chain 31337: safe 31 → 27, final 31 → 23; 9 headers were fetched. ' +
        "Answers that were cached as immutable can't be recalled.",
    );
    expect(await look()).toEqual({ block: 31, safe: 27, finalized: 23, state: 'following' });
    await chain.reorg(5, [replacement()]);
    await follow('rewound');
    expect(await follow()).toMatchObject({ block: 31, finalized: 23, state: 'following' });
  });

  test('stay if the nodes name none, and if they are right', async () => {
    await chain.mine(30);
    expect(await lower()).toContain('not in the ledger');
    await startFollower()();
    expect(await lower()).toContain('nothing was changed');
    for (const node of nodes) node.misbehave(failing());
    await forge(31);
    expect(await lower()).toContain('name no safe or no final block now');
    expect(await look()).toMatchObject({ finalized: 31 });
  });
});
