/**
 * Strangers can't stall the indexer with v1 revocations that do not name their grant, of many grants or by many
 * vaults.
 */

import { encodeGrant, type LocalChain, startLocalChain, throughWallet, v1Abi } from '@mandate/contracts';
import { type Address, createDelegation, parseAddress } from '@mandate/core';
import { createNode } from '@mandate/nodes';
import { createWriter } from '@mandate/store';
import { createMisbehavingNode, type MisbehavingNode } from '@mandate/testing/chain/misbehaving-node';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { encodeFunctionData } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { followedChain } from '../testing/followed-chain.ts';
import { createFollower } from './follower.ts';

const smart = parseAddress('0xcccc00000000000000000000000000000000000c');
const numbered = (start: string, i: number) => parseAddress(`0x${start}${String(i).padStart(38, '0')}`);
const grantOfAll = (from: Address, to: Address) =>
  encodeGrant(createDelegation({ registry: 'v1', kind: 'all', from, to }));
const revokeOf = (to: Address) =>
  encodeFunctionData({ abi: v1Abi, functionName: 'revokeDelegate', args: [to] });

let chain: LocalChain;
let db: TestDatabase;
let node: MisbehavingNode;
beforeEach(async () => {
  [chain, db] = await Promise.all([startLocalChain({ smartWallets: [smart] }), createTestDatabase()]);
  node = await createMisbehavingNode(chain.url);
});
afterEach(() => Promise.all([node.stop(), chain.stop(), db.drop()]));

const v1 = () => chain.registries.v1 ?? smart;

function startFollower() {
  const followed = followedChain(chain, { evidence: { bloom: false, receipts: true } });
  const follower = createFollower(followed, createNode(node.url, chain.chainId), createWriter(db.database));
  return async () => {
    for (let steps = 0; steps < 50; steps++) if ((await follower.step()).type === 'idle') return;
    throw new Error('never idle');
  };
}

const countEnded = async () =>
  (
    await db.database.query(
      'select count(until_block)::integer as ended, count(*)::integer as all from delegation',
    )
  ).rows[0];

test.each([1_000, 3, 1])(
  'a vault with 510 grants that revokes one does not stop following on a node that accepts %i calls at once',
  async (limit) => {
    const GRANTS = 510;
    const PER_BLOCK = 85;
    for (let first = 0; first < GRANTS; first += PER_BLOCK) {
      const calls = Array.from({ length: PER_BLOCK }, (_, i) => ({
        to: v1(),
        data: grantOfAll(smart, numbered('dd', first + i)),
      }));
      await chain.send(throughWallet(smart, calls));
      await chain.mine();
    }
    await chain.send(throughWallet(smart, [{ to: v1(), data: revokeOf(numbered('dd', 7)) }]));
    await chain.mine();
    node.misbehave({
      send: (answers, calls) =>
        calls.length > limit ? { id: null, error: { code: -32_600, message: 'batch too large' } } : answers,
    });
    await startFollower()();
    expect(await countEnded()).toEqual({ ended: 1, all: GRANTS });
  },
);

test('50 vaults that revoke without a name in every block cost a few requests per step', async () => {
  const VAULTS = 50;
  const BLOCKS = 6;
  const vaults = Array.from({ length: VAULTS }, (_, i) => numbered('ee', i));
  const send = async (data: (vault: Address) => `0x${string}`) => {
    for (const from of vaults) await chain.send({ from, to: v1(), data: data(from) });
    await chain.mine();
  };
  await send((vault) => grantOfAll(vault, numbered('dd', 1)));
  const followToHead = startFollower();
  await followToHead();
  for (let block = 0; block < BLOCKS; block++) await send(() => revokeOf(numbered('dd', 2)));
  const before = node.requests;
  await followToHead();
  expect(await countEnded()).toEqual({ ended: 0, all: VAULTS });
  // 900 words of storage, and some requests for headers, logs, receipts and tags.
  expect(node.requests - before).toBeLessThan(30);
});
