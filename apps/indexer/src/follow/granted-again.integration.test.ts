/** v1 vaults that revoke without a name and grant the same again in one block. */

import { encodeGrant, type LocalChain, startLocalChain, throughWallet, v1Abi } from '@mandate/contracts';
import { type Address, createDelegation, type Delegation, parseAddress } from '@mandate/core';
import { compareRows, createFoldRange, decodeLogs } from '@mandate/fold';
import { createNode, RpcError, type Source } from '@mandate/nodes';
import { createWriter, type Position } from '@mandate/store';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { encodeFunctionData, type Hex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createVaultReader } from '../repair/vault-history.ts';
import { followedChain } from '../testing/followed-chain.ts';
import { createFollower } from './follower.ts';

const hot = parseAddress('0x0000000000000000000000000000000000000407');
const other = parseAddress('0x0000000000000000000000000000000000007e57');
const contract = parseAddress('0xc011ec7100000000000000000000000000000001');

/** A call of the v1 registry by a wallet. */
type Act = (vault: Address) => { readonly by: Address; readonly data: Hex };

const grant =
  (to = hot, kind: 'all' | 'contract' = 'all'): Act =>
  (by) => ({ by, data: encodeGrant(createDelegation({ registry: 'v1', kind, from: by, to, contract })) });
const revoke =
  (to = hot): Act =>
  (by) => ({ by, data: encodeFunctionData({ abi: v1Abi, functionName: 'revokeDelegate', args: [to] }) });
const revokeAll: Act = (by) => ({
  by,
  data: encodeFunctionData({ abi: v1Abi, functionName: 'revokeAllDelegates' }),
});
const leave: Act = (vault) => ({
  by: hot,
  data: encodeFunctionData({ abi: v1Abi, functionName: 'revokeSelf', args: [vault] }),
});

interface Case {
  readonly name: string;
  /** The vault's acts in block 2, then in block 3. Each is a transaction. */
  readonly acts: readonly [readonly Act[], readonly Act[]];
  /** The rows of `hot`: block and number of the act with which each begins and ends. */
  readonly rows: readonly string[];
}

const CASES: readonly Case[] = [
  {
    name: 'revoked and granted again',
    acts: [[grant()], [revoke(), grant()]],
    rows: ['all 2.0 to 3.0', 'all 3.1 on'],
  },
  {
    name: 'granted again while another is revoked',
    acts: [
      [grant(), grant(other)],
      [revoke(other), grant()],
    ],
    rows: ['all 2.0 on'],
  },
  {
    name: 'granted, revoked and granted again',
    acts: [[], [grant(), revoke(), grant()]],
    rows: ['all 3.0 to 3.1', 'all 3.2 on'],
  },
  {
    name: 'one of two grants granted again',
    acts: [
      [grant(), grant(hot, 'contract')],
      [revoke(), grant()],
    ],
    rows: ['all 2.0 to 3.0', 'contract 2.1 to 3.0', 'all 3.1 on'],
  },
  {
    name: 'granted again before another is revoked',
    acts: [
      [grant(), grant(other)],
      [revoke(), grant(), revoke(other)],
    ],
    rows: ['all 2.0 to 3.0', 'all 3.1 on'],
  },
  {
    name: 'granted again after another is revoked, then revoked',
    acts: [
      [grant(), grant(other)],
      [revoke(other), grant(), revoke()],
    ],
    rows: ['all 2.0 to 3.2'],
  },
  {
    name: 'revoked and granted again twice',
    acts: [[grant()], [revoke(), grant(), revoke(), grant()]],
    rows: ['all 2.0 to 3.0', 'all 3.1 to 3.2', 'all 3.3 on'],
  },
  {
    name: 'revoked, granted again and revoked',
    acts: [[grant()], [revoke(), grant(), revoke()]],
    rows: ['all 2.0 to 3.0', 'all 3.1 to 3.2'],
  },
  {
    name: 'left by the delegate, and granted again after another is revoked',
    acts: [
      [grant(), grant(other)],
      [leave, grant(), revoke(other), grant()],
    ],
    rows: ['all 2.0 to 3.0', 'all 3.1 on'],
  },
  {
    name: 'granted again, then everyone revoked',
    acts: [[grant()], [revoke(), grant(), revokeAll]],
    rows: ['all 2.0 to 3.0', 'all 3.1 to 3.2'],
  },
];
const vaultOf = (i: number) => parseAddress(`0xcc${String(i).padStart(38, '0')}`);
const vaults = CASES.map((_, i) => vaultOf(i));

let chain: LocalChain;
/** The transactions, as the block and the number of the act. */
const names = new Map<string, string>();
let last: { number: number; hash: Hex; timestamp: number };
beforeAll(async () => {
  chain = await startLocalChain({ smartWallets: [hot, ...vaults] });
  for (const block of [0, 1] as const) {
    for (const [i, { acts }] of CASES.entries()) {
      for (const [number, act] of acts[block].entries()) {
        const { by, data } = act(vaultOf(i));
        const tx = await chain.send(throughWallet(by, [{ to: v1(), data }]));
        names.set(tx, `${block + 2}.${number}`);
      }
    }
    await chain.mine();
  }
  const { number, hash, timestamp } = await chain.client.getBlock();
  last = { number: Number(number), hash, timestamp: Number(timestamp) };
});
afterAll(() => chain?.stop());

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.drop());

const v1 = () => chain.registries.v1 ?? hot;
const evidence = { bloom: false, receipts: true };

async function follow(source: Source) {
  const followed = followedChain(chain, { evidence });
  const follower = createFollower(followed, source, createWriter(db.database));
  for (let steps = 0; steps < 50; steps++) if ((await follower.step()).type === 'idle') return;
  throw new Error('never idle');
}

type Row = { readonly delegation: Delegation; readonly since: Position; readonly until: Position | null };

/** Describes the rows of `hot`, vault by vault. */
function describeRows(rows: readonly Row[]) {
  return CASES.map(({ name }, i) => ({
    name,
    rows: rows
      .filter(({ delegation: { from, to } }) => from === vaultOf(i) && to === hot)
      .map(
        ({ delegation: { kind }, since, until }) =>
          `${kind} ${names.get(since.tx)} ${until ? `to ${names.get(until.tx)}` : 'on'}`,
      ),
  }));
}
const expected = CASES.map(({ name, rows }) => ({ name, rows }));

test('the indexer ends and begins rows as the version of the pair shows, and the audit agrees', async () => {
  const node = createNode(chain.url, chain.chainId);
  await follow(node);
  const { chainId } = chain;
  const { audit } = createWriter(db.database);
  expect(describeRows(await audit.listTouched(chainId, 0, last.number))).toEqual(expected);

  const range = { first: last.number, last: last.number };
  const { logs } = await node.getRange([v1()], range.first, range.last);
  const foldRange = createFoldRange(node, { v1: v1() }, (at, grants, grantors) =>
    audit.listStood(chainId, at, grants, grantors),
  );
  const folded = await foldRange({ ...range, events: decodeLogs(logs, new Map([[v1(), 'v1']])) });
  if (!folded) throw new Error('The range is too large.');
  const rows = await audit.listTouched(chainId, range.first, range.last);
  expect(compareRows({ ...range, rows, folded, unknown: new Set() })).toEqual([]);
});

test('`repair` comes to the same rows', async () => {
  const reader = createVaultReader(createNode(chain.url, chain.chainId), {
    registries: { v1: v1(), v2: chain.registries.v2 },
    evidence,
    startBlock: 1,
    vaults: new Set(vaults),
    onRange: () => {},
  });
  const { rows } = await reader.continue(reader.start(), last);
  expect(describeRows(rows)).toEqual(expected);
});

test('without the state of the block before, strict answers about such a vault are unknown', async () => {
  const node = createNode(chain.url, chain.chainId);
  await follow({
    ...node,
    async readSlots(address, slots, blockHash) {
      if (blockHash === last.hash) return node.readSlots(address, slots, blockHash);
      throw new RpcError(node.name, 'eth_getStorageAt', -32_000, 'missing trie node');
    },
  });
  // Strict answers across block 3 are unknown. A vault that revoked everyone in the end has nothing in doubt.
  const { rows } = await db.database.query('select from_block, until_block from uncertain');
  expect(rows).toEqual(Array(CASES.length - 1).fill({ from_block: 3, until_block: 3 }));
});
