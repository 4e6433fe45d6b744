/** `/status` shows within a minute which of three nodes is dead, lies or lags, and names no URL. */
import { readChains } from '@mandate/config';
import { type LocalChain, startLocalChain } from '@mandate/contracts';
import { run, startNodeReport, startStatusHistory } from '@mandate/indexer';
import { encodeHeader, hashHeader, type RpcBlock } from '@mandate/proof';
import { createLocks, createNodeStore, createStatusHistoryStore, createWriter } from '@mandate/store';
import {
  type Behaviour,
  createMisbehavingNode,
  type MisbehavingNode,
} from '@mandate/testing/chain/misbehaving-node';
import { change, closeConnections, lag } from '@mandate/testing/chain/misbehaviours';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { until } from '@mandate/testing/until';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, createApi } from '../../app.ts';

interface Status {
  readonly chains: {
    readonly head: number;
    readonly nodes: {
      readonly label: string;
      readonly state: string;
      readonly head: number | null;
      readonly outvoted: number;
      readonly lastOutvoted: number | null;
      readonly lastError: { readonly kind: string; readonly timestamp: number } | null;
      readonly today: { readonly calls: number; readonly cost: number | null } | null;
    }[];
  }[];
}

const KEY = 'k3y-0123456789abcdef';
const MINUTE_MS = 60_000;
const log = pino({ level: 'silent' });
let chain: LocalChain;
let db: TestDatabase;
let nodes: MisbehavingNode[];
let api: Api;
let stopIndexer: () => Promise<void>;

beforeAll(async () => {
  [chain, db] = await Promise.all([startLocalChain({ chainId: 1 }), createTestDatabase()]);
  nodes = await Promise.all([1, 2, 3].map(() => createMisbehavingNode(chain.url)));
  await chain.mine(50);
  const chains = readChains({
    CHAINS: JSON.stringify({
      1: {
        nodes: nodes.map(({ url }, i) => ({
          url: `${url}/v2/${KEY}`,
          ...(i === 0 ? {} : { label: `provider-${i + 1}`, costPerMillionCalls: 4 }),
        })),
        registries: { v2: chain.registries.v2 },
        ...{ maxQuietSeconds: 'unlimited', startBlock: 1, bloom: false, receipts: true, pollMs: 100 },
      },
    }),
  });
  const stopping = new AbortController();
  const locks = createLocks(db.url);
  const report = startNodeReport(chains, createNodeStore(db.database), log, { writeMs: 500 });
  const history = startStatusHistory(createStatusHistoryStore(db.database), log, { writeMs: 500 });
  const writer = createWriter(db.database);
  const running = run({
    ...{
      chains,
      writer,
      locks,
      observers: [report, history],
      nodeObservers: [report],
      log,
      signal: stopping.signal,
    },
  });
  stopIndexer = async () => {
    stopping.abort();
    await running;
    await Promise.all([report.stop(), history.stop()]);
    await locks.close();
  };
  api = await createApi({ databaseUrl: db.url, chains, log });
}, MINUTE_MS);
afterAll(async () => {
  await stopIndexer?.();
  await api?.close();
  await Promise.all(nodes.map((node) => node.stop()));
  await Promise.all([chain?.stop(), db?.drop()]);
});

async function getNodes({ app }: Api = api) {
  const { body } = await app.inject('/status');
  expect(body).not.toContain(KEY);
  expect(body).not.toContain('http');
  const { chains } = JSON.parse(body) as Status;
  return { head: chains[0]?.head ?? 0, nodes: chains[0]?.nodes ?? [] };
}

/** Waits for what everyone can see, while blocks come. */
async function untilThird(says: (third: Status['chains'][0]['nodes'][0]) => boolean): Promise<void> {
  const timer = setInterval(() => void chain.mine(2).catch(() => {}), 500);
  await until('the third node is shown', async () => {
    const third = (await getNodes()).nodes[2];
    return third !== undefined && says(third);
  }).finally(() => clearInterval(timer));
}

/** Forges headers together with their hashes: without them, the node would only have failed. */
const lie: Behaviour = change('eth_getBlockByNumber', (block: RpcBlock) => {
  const forged: RpcBlock = { ...block, receiptsRoot: `0x${'99'.repeat(32)}` };
  return { ...forged, hash: hashHeader(encodeHeader(forged)) };
});

test(
  'names nodes by label or place, with heads, calls and cost',
  async () => {
    await untilThird(({ state, today }) => state === 'agreed' && (today?.calls ?? 0) > 10);
    const { nodes: shown } = await getNodes();
    expect(shown.map(({ label }) => label)).toEqual(['node-1', 'provider-2', 'provider-3']);
    expect(shown[0]).toMatchObject({ state: 'agreed', inQuorum: true, outvoted: 0, today: { cost: null } });
    const { calls = 0, cost = null } = shown[1]?.today ?? {};
    expect(calls).toBeGreaterThan(0);
    expect(cost).toBeCloseTo((4 * calls) / 1e6, 5);
  },
  MINUTE_MS,
);

test('has a history of what the indexer saw', async () => {
  await until('the current span is recorded', async () => {
    const { body } = await api.app.inject('/status/history?hours=24');
    const { chains, incidents } = JSON.parse(body) as {
      readonly chains: { readonly lag: { readonly lagSeconds: number | null; readonly state: string }[] }[];
      readonly incidents: unknown[];
    };
    expect(incidents).toEqual([]);
    const now = chains[0]?.lag.at(-1);
    return now?.state === 'ready' && now.lagSeconds !== null;
  });
});

test(
  'shows a dead node, with the kind of its error',
  async () => {
    nodes[2]?.misbehave(closeConnections());
    await untilThird(({ state }) => state === 'failed');
    const third = (await getNodes()).nodes[2];
    expect(third).toMatchObject({ inQuorum: false, lastError: { kind: 'unavailable' } });
    expect(Date.now() / 1_000 - (third?.lastError?.timestamp ?? 0)).toBeLessThan(60);
  },
  MINUTE_MS,
);

test(
  'shows a node that lies',
  async () => {
    nodes[2]?.misbehave(lie);
    await untilThird(({ state, outvoted }) => state === 'outvoted' && outvoted > 0);
    const third = (await getNodes()).nodes[2];
    expect(Date.now() / 1_000 - (third?.lastOutvoted ?? 0)).toBeLessThan(60);
  },
  MINUTE_MS,
);

test(
  'shows how far a node lags',
  async () => {
    nodes[2]?.misbehave(lag(30));
    // Its lies of before are held against it for a minute, unless it answers correctly.
    await untilThird(({ head, state }) => state !== 'agreed' && head !== null);
    await until('its head', async () => {
      const { head, nodes: shown } = await getNodes();
      return shown[2]?.head === head - 30;
    });
    expect((await getNodes()).nodes.map(({ state }) => state).slice(0, 2)).toEqual(['agreed', 'agreed']);
  },
  2 * MINUTE_MS,
);

test('says nothing of the present that is older than a minute, and no calls where the operator shows none', async () => {
  await stopIndexer();
  stopIndexer = async () => {};
  await db.database.query("update node_state set updated_at = now() - interval '61 seconds'");
  const { nodes: shown } = await getNodes();
  for (const node of shown) expect(node).toMatchObject({ state: 'unknown', inQuorum: null, head: null });
  expect(shown[2]?.outvoted).toBeGreaterThan(0);
  const chains = readChains({
    CHAINS: JSON.stringify({ 1: { nodes: ['http://127.0.0.1:1'], registries: { v2: chain.registries.v2 } } }),
  });
  const discreet = await createApi({ databaseUrl: db.url, chains, showUsage: false, log });
  expect((await getNodes(discreet)).nodes.map(({ today }) => today)).toEqual([null, null, null]);
  await discreet.close();
});
