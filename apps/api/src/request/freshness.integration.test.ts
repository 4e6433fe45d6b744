/** Answers about now are refused when the node, the indexer or a clock is wrong. */

import { setTimeout as delay } from 'node:timers/promises';
import { readChains } from '@mandate/config';
import { type LocalChain, startLocalChain, writeChains } from '@mandate/contracts';
import { run } from '@mandate/indexer';
import { createLocks, createWriter } from '@mandate/store';
import type { Answer } from '@mandate/testing/chain/fake-node';
import { createMisbehavingNode, type MisbehavingNode } from '@mandate/testing/chain/misbehaving-node';
import { createTestDatabase, type TestDatabase, wallets } from '@mandate/testing/ledger/database';
import { createFolder } from '@mandate/testing/process/folder';
import { until } from '@mandate/testing/until';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, createApi } from '../app.ts';
import { ask, type ReadModelApi, startReadModelApi } from '../testing/read-model-api.ts';

const MAX_LAG_S = 4;
const POLL_MS = 100;
const CHECK = `/registry/v2/check/all?from=${wallets.vault}&to=${wallets.hot}`;

const log = pino({ level: 'silent' });
const folder = createFolder();
let chain: LocalChain;
let node: MisbehavingNode;
let db: TestDatabase;
let stopIndexer: () => Promise<void>;
/** Two chains of the same blocks: by the first's rule blocks come all the time, by the other's on demand. */
let steady: ReadModelApi;
let onDemand: ReadModelApi;

const chainsWith = (more: object) => {
  const [[id, fields] = ['1', {}]] = Object.entries(
    JSON.parse(writeChains([{ ...chain, url: node.url }], POLL_MS)),
  );
  return readChains({ CHAINS: JSON.stringify({ [id]: { ...(fields as object), ...more } }) });
};

function startIndexer(): () => Promise<void> {
  const stopping = new AbortController();
  const locks = createLocks(db.url);
  const writer = createWriter(db.database);
  const running = run({ chains: chainsWith({}), writer, locks, observers: [], log, signal: stopping.signal });
  return async () => {
    stopping.abort();
    await running;
    await locks.close();
  };
}

beforeAll(async () => {
  [chain, db] = await Promise.all([startLocalChain({ chainId: 1 }), createTestDatabase()]);
  node = await createMisbehavingNode(chain.url);
  await chain.mine();
  stopIndexer = startIndexer();
  const ofSteady = chainsWith({ maxLagSeconds: MAX_LAG_S, maxQuietSeconds: MAX_LAG_S });
  const ofQuiet = chainsWith({ maxLagSeconds: MAX_LAG_S, maxQuietSeconds: 'unlimited' });
  steady = await startReadModelApi(db.url, folder.path, ofSteady);
  onDemand = await startReadModelApi(db.url, null, ofQuiet);
});
afterAll(async () => {
  await Promise.all([steady?.close(), onDemand?.close()]);
  await stopIndexer?.();
  await Promise.all([node?.stop(), chain?.stop(), db?.drop()]);
  folder.remove();
});

const codeOf = async ({ url }: ReadModelApi, path = CHECK) => (await ask(url, path)).code;
const untilCode = (api: ReadModelApi, code: string) => until(code, async () => (await codeOf(api)) === code);

async function statusOf({ url }: ReadModelApi) {
  const { chains } = (await (await fetch(`${url}/status`)).json()) as {
    chains: { state: string; lagSeconds: number; lagBlocks: number; heardMsAgo: number }[];
  };
  return chains[0];
}

/** Keeps the chain going: anvil mines on demand. */
async function mineWhile<T>(work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => void chain.mine().catch(() => {}), 500);
  return work().finally(() => clearInterval(timer));
}

test('a node that repeats old answers makes the chain lag, though the indexer reads it all the time', async () => {
  await mineWhile(async () => {
    await untilCode(steady, '200');
    await delay(1_000 * (MAX_LAG_S + 1));
    expect(await codeOf(steady)).toBe('200');
    const said = new Map<string, Answer>();
    node.misbehave({
      answer({ method, params }, honest) {
        const key = JSON.stringify([method, params]);
        const answer = said.get(key) ?? honest;
        said.set(key, answer);
        return answer;
      },
    });
    await untilCode(steady, '503 chain_lagging');
    const status = await statusOf(steady);
    // It says how far behind the chain is, which the node's own head does not.
    expect(status).toMatchObject({ state: 'chain_lagging', lagBlocks: 0 });
    expect(status?.lagSeconds).toBeGreaterThanOrEqual(MAX_LAG_S);
    expect(status?.heardMsAgo).toBeLessThan(1_000 * MAX_LAG_S);
    // A chain that mines on demand may simply be quiet.
    expect(await codeOf(onDemand)).toBe('200');
    node.misbehave(null);
    await untilCode(steady, '200');
  });
});

test("an indexer that died is noticed, however wrong the database's clock is", async () => {
  await untilCode(onDemand, '200');
  await stopIndexer();
  // Imitates a clock that was put back since: the last write seems an hour ahead.
  await db.database.query("update chain set updated_at = now() + interval '1 hour'");
  const diedAt = performance.now();
  await untilCode(onDemand, '503 chain_lagging');
  expect(performance.now() - diedAt).toBeGreaterThan(1_000 * (MAX_LAG_S - 2));
  const status = await statusOf(onDemand);
  expect(status?.state).toBe('chain_lagging');
  expect(status?.heardMsAgo).toBeGreaterThan(1_000 * MAX_LAG_S);
  // The read model has the same heartbeat, and the process that reads it the same clock.
  await untilCode(steady, '503 chain_lagging');
  stopIndexer = startIndexer();
  await untilCode(onDemand, '200');
});

test('a process that starts after the indexer died notices it soon', async () => {
  await untilCode(onDemand, '200');
  await stopIndexer();
  const late: Api = await createApi({
    ...{ databaseUrl: db.url, chains: chainsWith({ maxLagSeconds: MAX_LAG_S }), log },
  });
  try {
    await until('refused', async () => (await late.app.inject(CHECK)).statusCode === 503);
    expect((await late.app.inject(CHECK)).json()).toMatchObject({ code: 'chain_lagging' });
  } finally {
    await late.close();
    stopIndexer = startIndexer();
  }
});

test('questions about a halted chain are refused, except those about final blocks', async () => {
  await mineWhile(() => untilCode(steady, '200'));
  await chain.mine(300);
  await mineWhile(() => untilCode(steady, '200'));
  await untilCode(steady, '503 chain_lagging');
  expect(await codeOf(steady, `${CHECK}&atBlock=1`)).toBe('200');
  expect(await codeOf(steady, `${CHECK}&consistency=strict`)).toBe('503 chain_lagging');
});
