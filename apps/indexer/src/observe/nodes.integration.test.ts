import { readChains } from '@mandate/config';
import { encodeGrant, type LocalChain, startLocalChain } from '@mandate/contracts';
import { createDelegation, FULL_RIGHTS } from '@mandate/core';
import { METHODS, NODE_ERRORS } from '@mandate/nodes';
import { createLocks, createNodeStore, createWriter } from '@mandate/store';
import {
  type Behaviour,
  createMisbehavingNode,
  type MisbehavingNode,
} from '@mandate/testing/chain/misbehaving-node';
import * as behaviour from '@mandate/testing/chain/misbehaviours';
import { createTestDatabase, type TestDatabase, wallets } from '@mandate/testing/ledger/database';
import { until } from '@mandate/testing/until';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { run } from '../run.ts';
import { createMetrics } from './metrics.ts';
import { startNodeReport } from './node-report.ts';
import { addUsageMetrics } from './usage-metrics.ts';

const LAGGING_BLOCKS = 30;

let chain: LocalChain;
let db: TestDatabase;
let nodes: MisbehavingNode[];
let stop = async () => {};
beforeAll(async () => {
  [chain, db] = await Promise.all([startLocalChain(), createTestDatabase()]);
  nodes = await Promise.all(['one', 'two', 'three'].map(() => createMisbehavingNode(chain.url)));
  await chain.mine(2 * LAGGING_BLOCKS);
});
afterEach(() => stop());
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await Promise.all([chain?.stop(), db?.drop()]);
});

/** Follows the chain through three nodes, the third of which misbehaves. Returns the metrics of each. */
function start(third: Behaviour, more: object = {}, ofChain: object = {}) {
  nodes[2]?.misbehave(third);
  const urls = nodes.map(({ url }) => url);
  const chains = readChains({
    CHAINS: JSON.stringify({
      [chain.chainId]: {
        nodes: urls.map((url, i) => ({ url, label: `node-${i + 1}`, ...more })),
        registries: { v2: chain.registries.v2 },
        maxQuietSeconds: 'unlimited',
        startBlock: 1,
        bloom: false,
        receipts: true,
        pollMs: 50,
        ...ofChain,
      },
    }),
  });
  const stopping = new AbortController();
  const locks = createLocks(db.url);
  const metrics = createMetrics(chains);
  const log = pino({ level: 'silent' });
  const reported = startNodeReport(chains, createNodeStore(db.database), log);
  addUsageMetrics(metrics.registry, reported, { list: () => [] });
  const running = run({
    chains,
    locks,
    signal: stopping.signal,
    log,
    writer: createWriter(db.database),
    observers: [metrics, reported],
    nodeObservers: [metrics, reported],
  });
  stop = async () => {
    stopping.abort();
    await running;
    await reported.stop();
    await locks.close();
    stop = async () => {};
  };
  return async (name: string, node: number, more = '') => {
    const series = `mandate_node_${name}{chain="${chain.chainId}",node="node-${node}"${more}} `;
    const lines = (await metrics.registry.metrics()).split('\n');
    const line = lines.find((text) => text.startsWith(series));
    return line === undefined ? null : Number(line.slice(series.length));
  };
}

/** Adds a grant to the chain, so that nodes are asked for headers and logs. */
async function grant(): Promise<void> {
  const { vault: from, hot: to } = wallets;
  const data = encodeGrant(createDelegation({ registry: 'v2', kind: 'all', from, to, rights: FULL_RIGHTS }));
  await chain.send({ from, to: chain.registries.v2, data });
  await chain.mine(3);
}

const wrongHash: Behaviour = behaviour.change('eth_getBlockByNumber', (block: object) => ({
  ...block,
  receiptsRoot: `0x${'99'.repeat(32)}`,
}));

test.each([
  ['is dead', behaviour.closeConnections(), 'unavailable', null],
  ['sends pages in place of JSON', behaviour.answerInHtml(), 'unavailable', null],
  ['limits requests', behaviour.limitRate(1), 'rate_limited', null],
  ['serves another chain', behaviour.serveChain(5), 'wrong_chain', null],
  ['sends other blocks', behaviour.sendOtherBlocks(), 'malformed', 0],
  ['changes headers', wrongHash, 'wrong_hash', 0],
] as const)(
  'a node that %s is out of the quorum, with the kind of its error',
  async (_, third, error, lag) => {
    const read = start(third, {}, { header: true });
    await grant();
    await until(
      'node 3 shows in_quorum',
      async () => (await read('in_quorum', 3)) === 0 && (await read('in_quorum', 1)) === 1,
    );
    const head = Number(await chain.client.getBlockNumber());
    await until('node 1 shows head_block', async () => (await read('head_block', 1)) === head);
    await until(
      'node 3 shows errors_total',
      async () => ((await read('errors_total', 3, `,error="${error}"`)) ?? 0) > 0,
    );
    for (const kind of NODE_ERRORS)
      if (kind !== error) expect(await read('errors_total', 3, `,error="${kind}"`), kind).toBe(0);
    expect(await read('errors_total', 1, `,error="${error}"`)).toBe(0);
    // A node out of the quorum is asked less often.
    await until(
      'node 3 shows head_block',
      async () => (await read('head_block', 3)) === (lag === null ? null : head - lag),
    );
    expect(await read('outvoted_total', 3)).toBe(0);
  },
);

test('a node that contradicts the others is outvoted', async () => {
  const read = start(wrongHash);
  await grant();
  await until('node 3 shows outvoted_total', async () => ((await read('outvoted_total', 3)) ?? 0) > 2);
  expect(await read('in_quorum', 3)).toBe(0);
  for (const honest of [1, 2]) {
    expect(await read('outvoted_total', honest)).toBe(0);
    expect(await read('in_quorum', honest)).toBe(1);
  }
});

test('a node that lags names an old head, is out of the quorum, and does not count as outvoted', async () => {
  const read = start(behaviour.lag(LAGGING_BLOCKS));
  await grant();
  const head = Number(await chain.client.getBlockNumber());
  await until('node 3 shows head_block', async () => (await read('head_block', 3)) === head - LAGGING_BLOCKS);
  await until('node 3 shows in_quorum', async () => (await read('in_quorum', 3)) === 0);
  await until('node 1 shows head_block', async () => (await read('head_block', 1)) === head);
  expect(await read('outvoted_total', 3)).toBe(0);
});

test('the database has the state and the calls of each node, and a restarted indexer continues counting', async () => {
  const store = createNodeStore(db.database);
  const countCalls = async () =>
    new Map((await store.list()).map(({ node, callsToday }) => [node, callsToday]));
  const before = await countCalls();
  const read = start(wrongHash, { callsPerMonth: 1_000_000, costPerMillionCalls: 3 });
  await grant();
  await until('node 3 shows outvoted_total', async () => ((await read('outvoted_total', 3)) ?? 0) > 0);
  const head = Number(await chain.client.getBlockNumber());
  await until('node 1 shows head_block', async () => (await read('head_block', 1)) === head);
  const outvoted = await read('outvoted_total', 3);
  await stop();
  const [first, , third] = await store.list();
  expect(first).toMatchObject({
    node: 'node-1',
    vote: 'agreed',
    head,
    error: null,
    latencyMs: expect.any(Number),
  });
  expect(third).toMatchObject({ node: 'node-3', vote: 'outvoted', outvotedAt: expect.any(Date) });
  expect(third?.outvoted).toBeGreaterThanOrEqual(outvoted ?? 1);
  const calls = (await countCalls()).get('node-1') ?? 0;
  expect(calls).toBeGreaterThan(before.get('node-1') ?? 0);
  const again = start({}, { costPerMillionCalls: 3 });
  await until('node 1 shows calls_today', async () => ((await again('calls_today', 1)) ?? 0) >= calls);
  expect(await again('cost_today', 1)).toBeCloseTo(((await again('calls_today', 1)) ?? 0) * 3e-6, 6);
});

test('a database that refuses the states of nodes does not stop the chain', async () => {
  await db.database.query('alter table node_state rename to lost');
  const read = start({});
  await grant();
  const head = Number(await chain.client.getBlockNumber());
  await until('node 1 shows head_block', async () => (await read('head_block', 1)) === head);
  await stop();
  await db.database.query('alter table lost rename to node_state');
});

test('calls are counted by method, and latency by request', async () => {
  const before = nodes[0]?.requests ?? 0;
  const read = start({});
  const readCalls = (node: number) =>
    Promise.all(METHODS.map((method) => read('calls_total', node, `,method="${method}"`)));
  expect(await readCalls(1)).toEqual(METHODS.map(() => 0));
  await grant();
  await until(
    'node 2 shows calls_total',
    async () => ((await read('calls_total', 2, ',method="eth_getBlockReceipts"')) ?? 0) > 0,
  );
  await stop();
  // A decision does not wait for the last answer.
  const requests = (nodes[0]?.requests ?? 0) - before;
  await until(
    'node 1 shows request_seconds_count',
    async () => (await read('request_seconds_count', 1)) === requests,
  );
  const calls = (await readCalls(1)).reduce<number>((sum, some) => sum + (some ?? 0), 0);
  expect(calls).toBeGreaterThan(requests);
  expect(await read('calls_total', 1, ',method="other"')).toBe(0);
  expect(await read('head_block', 1)).toBeNull();
  expect(await read('in_quorum', 1)).toBeNull();
});
