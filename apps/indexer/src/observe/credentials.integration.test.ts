/** Keys and passwords in node addresses reach the node, and are shown nowhere. */
import { readChains } from '@mandate/config';
import { type LocalChain, startLocalChain, writeChains } from '@mandate/contracts';
import { createLocks, createWriter } from '@mandate/store';
import {
  type Behaviour,
  createMisbehavingNode,
  type MisbehavingNode,
} from '@mandate/testing/chain/misbehaving-node';
import * as node from '@mandate/testing/chain/misbehaviours';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { until } from '@mandate/testing/until';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from '../run.ts';
import { createMetrics } from './metrics.ts';
import { createStatus, describeReadiness } from './status.ts';

const KEY = 'k3y-0123456789abcdef';
const PASSWORD = 'p@ss/wörd';
const SECRETS = [KEY, PASSWORD, encodeURIComponent(PASSWORD), 'the-operator', btoa(`the-operator:p@ss/w`)];

let chain: LocalChain;
let db: TestDatabase;
let misbehaving: MisbehavingNode;
beforeEach(async () => {
  [chain, db] = await Promise.all([startLocalChain(), createTestDatabase()]);
  misbehaving = await createMisbehavingNode(chain.url);
});
afterEach(async () => {
  await misbehaving.stop();
  await Promise.all([chain.stop(), db.drop()]);
});

/** Runs an indexer until it reports something about the node. Returns everything it has shown by then. */
async function listShown(origin: string): Promise<string> {
  const address = new URL(`${origin}/v2/${KEY}?token=${KEY}2`);
  address.username = 'the-operator';
  address.password = PASSWORD;
  const chains = readChains({ CHAINS: writeChains([{ ...chain, url: address.href }], 50) });
  const lines: string[] = [];
  const stopping = new AbortController();
  const locks = createLocks(db.url);
  const [metrics, status] = [createMetrics(chains), createStatus(chains)];
  const running = run({
    chains,
    locks,
    observers: [metrics, status],
    signal: stopping.signal,
    writer: createWriter(db.database),
    log: pino({ level: 'trace' }, { write: (line) => lines.push(line) }),
  });
  const isSettled = () =>
    status.list().every(({ problem, state }) => problem !== null || state === 'following');
  await until('each chain is followed or has a problem', isSettled);
  const ready = JSON.stringify(describeReadiness(status.list()).body);
  const shown = [...lines, ready, await metrics.registry.metrics()].join('\n');
  stopping.abort();
  await running;
  await locks.close();
  return shown;
}

const echo: Behaviour = {
  answer: () => ({
    error: { code: -32_001, message: `no access to /v2/${KEY}?token=${KEY}2 with ${PASSWORD}` },
  }),
};
const html: Behaviour = {
  respond: (response) => response.writeHead(401).end(`<p>${KEY} the-operator ${PASSWORD}</p>`) !== undefined,
};

test.each<[string, Behaviour | null, RegExp]>([
  ['works', null, /"state":"following"/],
  ['repeats them in its errors', echo, /no access to \[hidden\]/],
  ['repeats them in HTML', html, /HTTP 401 without JSON/],
  ['limits requests', node.limitRate(60), /limits our requests/],
  ['closes connections', node.closeConnections(), /does not answer/],
  ['is of another chain', node.serveChain(5), /serves chain 5/],
])('of a node that %s are in no log line, no metric and not in /ready', async (_, behaviour, expected) => {
  misbehaving.misbehave(behaviour);
  const shown = await listShown(misbehaving.url);
  expect(shown).toMatch(expected);
  for (const secret of SECRETS) expect(shown).not.toContain(secret);
});

test('of an unavailable node are not shown either', async () => {
  const shown = await listShown('http://127.0.0.1:1');
  expect(shown).toMatch(/127\.0\.0\.1:1 does not answer/);
  for (const secret of SECRETS) expect(shown).not.toContain(secret);
});
