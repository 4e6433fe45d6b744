/** Whatever a node refuses, and in whatever words: backfill and following complete, with the rows of a clean run. */

import { setTimeout as delay } from 'node:timers/promises';
import {
  createRandom,
  encodeGrant,
  integer,
  type LocalChain,
  randomWrite,
  SMART_WALLETS,
  startLocalChain,
  throughWallet,
  v1Abi,
} from '@mandate/contracts';
import { createDelegation, parseAddress } from '@mandate/core';
import { createNode, createQuorum, type Source } from '@mandate/nodes';
import { keepState, limitSome, refuseBatches, spread } from '@mandate/nodes/testing/limits';
import { createWriter } from '@mandate/store';
import {
  type Behaviour,
  createMisbehavingNode,
  type MisbehavingNode,
} from '@mandate/testing/chain/misbehaving-node';
import { balance, closeConnections, lag, limitRanges } from '@mandate/testing/chain/misbehaviours';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { followedChain } from '../testing/followed-chain.ts';
import { CAREFUL, FAST } from '../testing/reading.ts';
import { createFollower } from './follower.ts';

const hot = parseAddress('0x0000000000000000000000000000000000000407');
const [smart = hot] = SMART_WALLETS;
const SEED = 15;
/** The last 64 blocks are not read in ranges. The others are more than the widest range that a node of these tests allows. */
const QUIET_BLOCKS = 82;
const LIVE_BLOCKS = 24;
const DOUBTFUL = 'a message that no known node sends';

let chain: LocalChain;
let db: TestDatabase;
let nodes: MisbehavingNode[];
let head = 0;
beforeAll(async () => {
  [chain, db] = await Promise.all([startLocalChain({ smartWallets: SMART_WALLETS }), createTestDatabase()]);
  nodes = await Promise.all([1, 2, 3].map(() => createMisbehavingNode(chain.url, { isStill: true })));
  const random = createRandom(SEED);
  const live = async (blocks: number) => {
    for (let block = 0; block < blocks; block++) {
      for (let writes = integer(random, 0, 4); writes > 0; writes--)
        await chain.send(randomWrite(chain, random));
      await chain.mine();
    }
  };
  await live(LIVE_BLOCKS);
  await revokeUnnamed();
  await chain.mine(QUIET_BLOCKS);
  await live(LIVE_BLOCKS);
  head = Number(await chain.client.getBlockNumber());
});
afterAll(() => Promise.all([...(nodes ?? []).map((node) => node.stop()), chain?.stop(), db?.drop()]));

/** Makes a smart wallet grant something in v1 and revoke it: only the state shows which grant it revoked. */
async function revokeUnnamed() {
  const to = chain.registries.v1 ?? hot;
  const grant = createDelegation({ registry: 'v1', kind: 'all', from: smart, to: hot });
  const revoke = encodeFunctionData({ abi: v1Abi, functionName: 'revokeDelegate', args: [hot] });
  for (const data of [encodeGrant(grant), revoke]) {
    await chain.send(throughWallet(smart, [{ to, data }]));
    await chain.mine();
  }
}

async function startFollower(source: Source, reading = CAREFUL) {
  const writer = createWriter(db.database);
  await writer.forget(chain.chainId);
  return createFollower(followedChain(chain, { reading }), source, writer);
}

/** Follows the chain from its first block to the head, and returns the rows. Retries steps that fail. */
async function follow(source: Source, reading = CAREFUL) {
  const follower = await startFollower(source, reading);
  let failures = 0;
  for (let at = -1; at < head; ) {
    try {
      const step = await follower.step();
      if (step.type === 'tainted') throw new Error(step.reason);
      at = step.block.number;
    } catch (error) {
      if (++failures > 60) throw error;
      await delay(10);
    }
  }
  const { rows } = await db.database.query<Record<string, unknown>>(
    'select * from delegation order by since_block, since_log, from_address, to_address',
  );
  return rows.map(({ id: _, ...row }) => row);
}

const connect = (node: MisbehavingNode | undefined) => createNode(node?.url ?? '', chain.chainId);

function followWith(behaviour: Behaviour | null, reading = CAREFUL) {
  nodes[0]?.misbehave(behaviour);
  return follow(connect(nodes[0]), reading);
}

let clean: Awaited<ReturnType<typeof follow>>;
beforeAll(async () => {
  clean = await followWith(null);
  expect(clean.length).toBeGreaterThan(20);
});

const words = (message: string, code = -32_600) => ({ jsonrpc: '2.0', id: null, error: { code, message } });

describe('a node that limits batches', () => {
  const REFUSALS: readonly [name: string, status: number, body: string][] = [
    ['an error', 200, JSON.stringify(words(DOUBTFUL))],
    ['an error in a list', 200, JSON.stringify([words('batch too large')])],
    [
      'HTTP 500',
      500,
      JSON.stringify(words('Batch of more than 3 requests are not allowed on free tier', 31)),
    ],
    ['HTTP 413 and HTML', 413, '<h1>Request Entity Too Large</h1>'],
    ['an empty list', 200, '[]'],
  ];
  test.for(REFUSALS)('to 3 calls, with %s', async ([, status, body]) => {
    expect(await followWith(refuseBatches(3, status, body))).toEqual(clean);
  });
  test.each([1, 10])('to %i calls', async (limit) => {
    expect(await followWith(refuseBatches(limit, 500, JSON.stringify(words('too many'))))).toEqual(clean);
  });
});

describe('a node that limits ranges', () => {
  test.each([10, 30])('to %i blocks', async (blocks) => {
    const limit = limitRanges(blocks, () => ({ code: -32_000, message: `limited to a ${blocks} range` }));
    expect(await followWith(limit)).toEqual(clean);
  });
  // `range-hints.test.ts` of packages/nodes has all wordings.
  test.each([
    ['query exceeds max results 20000, retry with the range 100-899', -32_602],
    ['Please specify less number of addresses or topics', -32_701],
  ])('in these words: %s', async (message, code) => {
    expect(await followWith(limitRanges(50, () => ({ code, message })))).toEqual(clean);
  });
});

describe('a node that limits the rate of requests', () => {
  const status = (code: number, headers: Record<string, string>): Behaviour =>
    limitSome(9, 2, (response) => response.writeHead(code, headers).end('slow down'));
  const LIMITS: readonly [name: string, behaviour: () => Behaviour][] = [
    ['without Retry-After', () => status(429, {})],
    ['with Retry-After', () => status(429, { 'retry-after': '1' })],
    ['until a date', () => status(429, { 'retry-after': new Date(Date.now() + 2_000).toUTCString() })],
    ['with HTTP 503', () => status(503, { 'retry-after': '1' })],
    [
      'with an error',
      () =>
        limitSome(9, 2, (response) =>
          response.end(JSON.stringify(words('daily request count exceeded', -32_005))),
        ),
    ],
  ];
  test.for(LIMITS)('%s', async ([, behaviour]) => {
    expect(await followWith(behaviour())).toEqual(clean);
  });
});

describe('a node without old state', () => {
  const STATE_BLOCKS = 40;
  let inferred: typeof clean;
  beforeAll(async () => {
    inferred = await followWith(keepState(STATE_BLOCKS, 'missing trie node'));
    expect(inferred.some((row) => row['until_inferred'] === true)).toBe(true);
  });
  // `no-state.test.ts` of packages/nodes has all wordings.
  test.each(['state at block #123 is pruned', DOUBTFUL])('in these words: %s', async (message) => {
    expect(await followWith(keepState(STATE_BLOCKS, message))).toEqual(inferred);
  });
});

test.each(['missing trie node', DOUBTFUL])(
  'a chain that waits for state does not request it with every poll: %s',
  async (message) => {
    const requests = new Set<number>();
    const { answer } = keepState(0, message);
    nodes[0]?.misbehave({
      answer(call, honest, context) {
        if (call.method === 'eth_getStorageAt') requests.add(context.request);
        return answer?.(call, honest, context) ?? honest;
      },
    });
    const follower = await startFollower(connect(nodes[0]));
    const step = () => follower.step().catch(() => null);
    while ((await step())?.type !== 'idle');
    requests.clear();
    for (const end = Date.now() + 3_000; Date.now() < end; await delay(50)) {
      expect(await step()).toMatchObject({ type: 'idle', unsettled: expect.toSatisfy((count) => count > 0) });
    }
    // After 1 s and 2 s, and so on: at most 7 times in the first minute.
    expect(requests.size).toBeLessThanOrEqual(4);
  },
);

describe('batches that reach two servers, one of which lags 20 blocks', () => {
  test.each([
    ['calls', () => spread(lag(20))],
    ['requests', () => balance(lag(20), SEED)],
  ])('by %s', async (_, behaviour) => {
    expect(await followWith(behaviour())).toEqual(clean);
  });
});

describe('the fast form', () => {
  const wide = () => ({ code: -32_000, message: DOUBTFUL });
  test.each([
    ['one call a batch', refuseBatches(1, 200, '[]')],
    ['10 blocks a range', limitRanges(10, wide)],
  ])('%s', async (_, behaviour) => {
    expect(await followWith(behaviour, FAST)).toEqual(clean);
  });
});

test('a node that limits ranges takes part in the quorum: of three nodes with a dead one, its answer decides', async () => {
  const refusal = { code: -32_000, message: DOUBTFUL };
  const behaviours = [null, limitRanges(10, () => refusal), closeConnections()];
  for (const [i, behaviour] of behaviours.entries()) nodes[i]?.misbehave(behaviour);
  const source = createQuorum(nodes.map(connect), 2);
  expect(await follow(source)).toEqual(clean);
  expect(source.rangeBlocks).toBeLessThanOrEqual(10);
});
