/** A node with a budget gets no more calls than allowed, also after a restart; the chain lags and reports why. */
import { setTimeout as delay } from 'node:timers/promises';
import { readChains } from '@mandate/config';
import { type LocalChain, startLocalChain } from '@mandate/contracts';
import { createLocks, createNodeStore, createWriter } from '@mandate/store';
import { createMisbehavingNode, type MisbehavingNode } from '@mandate/testing/chain/misbehaving-node';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { until } from '@mandate/testing/until';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMetrics } from '../observe/metrics.ts';
import { startNodeReport } from '../observe/node-report.ts';
import { createStatus } from '../observe/status.ts';
import { addUsageMetrics } from '../observe/usage-metrics.ts';
import { run } from '../run.ts';
import { createBudget } from './budget.ts';

let chain: LocalChain;
let db: TestDatabase;
let node: MisbehavingNode;
/** The times of the calls to the node. */
let calls: number[];
let stop = async () => {};
beforeEach(async () => {
  [chain, db] = await Promise.all([startLocalChain(), createTestDatabase()]);
  node = await createMisbehavingNode(chain.url);
  calls = [];
  node.misbehave({
    answer(_, honest) {
      calls.push(performance.now());
      return honest;
    },
  });
});
afterEach(async () => {
  await stop();
  await node.stop();
  await Promise.all([chain.stop(), db.drop()]);
});

async function start(limits: object) {
  const chains = readChains({
    CHAINS: JSON.stringify({
      [chain.chainId]: {
        nodes: [{ url: node.url, label: 'metered', ...limits }],
        registries: { v2: chain.registries.v2 },
        maxQuietSeconds: 'unlimited',
        startBlock: 1,
        bloom: false,
        receipts: true,
        pollMs: 50,
      },
    }),
  });
  const stopping = new AbortController();
  const log = pino({ level: 'silent' });
  const locks = createLocks(db.url);
  const [metrics, status] = [createMetrics(chains), createStatus(chains)];
  const report = startNodeReport(chains, createNodeStore(db.database), log);
  await report.loaded;
  const { signal } = stopping;
  const budget = createBudget(chains, { countMonth: report.countMonth, log, signal });
  addUsageMetrics(metrics.registry, report, budget);
  const running = run({
    chains,
    locks,
    budget,
    log,
    signal,
    writer: createWriter(db.database),
    observers: [metrics, status, report, budget],
    nodeObservers: [metrics, report, budget],
  });
  stop = async () => {
    stopping.abort();
    await running;
    await report.stop();
    await locks.close();
    stop = async () => {};
  };
  const problem = () => status.list()[0]?.problem ?? '';
  return { problem, readMetrics: () => metrics.registry.metrics() };
}

test('no second has more calls than allowed, and the chain is followed', async () => {
  await chain.mine(30);
  await start({ callsPerSecond: 10 });
  await until('enough calls were made', () => calls.length >= 35);
  // Calls arrive a little after they are sent: what each second has is tested without a node.
  const [first = 0, last = 0] = [calls[0], calls[34]];
  expect((last - first) / 1_000).toBeGreaterThan(1.5);
  // Stopping does not wait for the calls in the queue.
  const stoppedAt = performance.now();
  await stop();
  expect(performance.now() - stoppedAt).toBeLessThan(9_000);
});

test('no month has more calls than allowed, across restarts, and the chain reports why it lags', async () => {
  const first = await start({ callsPerMonth: 150 });
  await until('enough calls were made', () => calls.length >= 60);
  await stop();
  expect(first.problem()).toBe('');
  const again = await start({ callsPerMonth: 150 });
  await until('a problem is shown', () => again.problem() !== '');
  expect(again.problem()).toMatch(
    /^metered has had its 150 calls of this month and is asked again on \d{4}-\d\d-01 \(UTC\)\. Raise its "callsPerMonth", or name another node\.$/,
  );
  expect(calls.length).toBeLessThanOrEqual(150);
  expect(calls.length).toBeGreaterThan(145);
  const text = await again.readMetrics();
  expect(text).toContain(`mandate_node_month_calls{node="metered"} ${calls.length}`);
  expect(text).toContain('mandate_node_month_limit_calls{node="metered"} 150');
  expect(text).toMatch(/mandate_node_errors_total\{[^}]*error="over_budget"\} [1-9]/);
  expect(text).toContain(`mandate_chain_quorum{chain="${chain.chainId}"} 0`);
  await delay(300);
  expect(calls.length).toBeLessThanOrEqual(150);
});
