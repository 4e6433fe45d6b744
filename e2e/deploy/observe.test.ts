/**
 * Tests alerts, dashboard and runbook: an operator is notified of a problem, sees where it is, and finds what
 * to do.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Collector, startCollector } from '@mandate/testing/service/collector';
import { until } from '@mandate/testing/until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEAD_CHAIN, type Stack, startStack } from './observe-stack.ts';

const METRIC_TIMEOUT_MS = 60_000;
const RULES = 'deploy/prometheus/alerts.yml';
const OURS = /\b(?:mandate|nodejs|process)_\w+/g;
/** Grafana's variable, for the duration of this test. */
const RATE_INTERVAL = '20s';
const NOBODY = `0x${'00'.repeat(19)}01`;
const CHECK = `/registry/v2/check/all?from=${NOBODY}&to=${NOBODY}`;
const LIST = `/registry/v2/${NOBODY}`;
/** A valid format, but an unknown key. */
const WRONG_KEY = `mdt_live_${'a'.repeat(43)}`;

interface Rule {
  readonly name: string;
  readonly query: string;
  readonly health: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}

const runbook = readFileSync('docs/operating/operations.md', 'utf8');
const dashboard: Dashboard = JSON.parse(readFileSync('deploy/grafana/dashboards/mandate.json', 'utf8'));
const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ title, expr: expr.replaceAll('$__rate_interval', RATE_INTERVAL) })),
);

let collector: Collector;
let stack: Stack;
let rules: readonly Rule[];
beforeAll(async () => {
  collector = await startCollector();
  stack = await startStack(collector.url);
  const { groups } = await stack.prometheus.get<{ groups: { rules: Rule[] }[] }>('rules?type=alert');
  rules = groups.flatMap((group) => group.rules);
  await ask();
}, METRIC_TIMEOUT_MS);
afterAll(async () => {
  await stack?.close();
  await collector?.close();
});

/** Sends requests of all kinds, more than the limit without a key. */
async function ask(): Promise<void> {
  const get = (path: string, headers = {}) => fetch(`${stack.api.url}${path}`, { headers });
  const isReady = async () => {
    const { chains } = (await (await get('/status')).json()) as { chains?: { state: string }[] };
    return chains?.[0]?.state === 'ready';
  };
  await until('chain 1 is ready', isReady);
  const statuses = new Set<number>();
  for (let i = 0; i < 30; i++) statuses.add((await get(i % 10 ? CHECK : LIST)).status);
  expect([...statuses]).toEqual([200, 429]);
  expect((await get(CHECK, { 'x-api-key': WRONG_KEY })).status).toBe(401);
}

const count = async (query: string) => {
  const path = `query?query=${encodeURIComponent(query)}`;
  return (await stack.prometheus.get<{ result: unknown[] }>(path)).result.length;
};

test.each([
  ['check', 'config', 'deploy/prometheus/prometheus.yml'],
  ['check', 'rules', RULES],
  ['test', 'rules', 'deploy/prometheus/alerts.test.yml'],
  ['test', 'rules', 'deploy/prometheus/alerts-of-hours.test.yml'],
])('promtool %s %s %s', (...arguments_) => {
  const { status, stdout, stderr, error } = spawnSync('promtool', arguments_, { encoding: 'utf8' });
  if (error) throw new Error(`${error.message}. Install Prometheus: apt-get install prometheus`);
  expect(status, stdout + stderr).toBe(0);
});

test('all processes are read, and every rule can be evaluated', async () => {
  await until('four targets are up', async () => (await count('up == 1')) === 4);
  const isEvaluated = async () => {
    const { groups } = await stack.prometheus.get<{ groups: { rules: Rule[] }[] }>('rules?type=alert');
    const evaluated = groups.flatMap((group) => group.rules);
    return evaluated.length > 0 && evaluated.every(({ health }) => health === 'ok');
  };
  await until('all rules are well', isEvaluated);
});

test('every metric that the dashboard or an alert names is there', async () => {
  const named = [...queries.map(({ expr }) => expr), ...rules.map(({ query }) => query)];
  const names = new Set(named.flatMap((text) => text.match(OURS) ?? []));
  expect(names.size).toBeGreaterThan(25);
  let missing: string[] = [];
  const isNoneMissing = async () => {
    const known = new Set(await stack.prometheus.get<string[]>('label/__name__/values'));
    missing = [...names].filter((name) => !known.has(name));
    return missing.length === 0;
  };
  await until('none is missing', isNoneMissing).catch(() => {});
  expect(missing).toEqual([]);
});

test('every query of the dashboard has something to show', async () => {
  let empty = queries;
  const isNoneEmpty = async () => {
    const counts = await Promise.all(empty.map(({ expr }) => count(expr)));
    empty = empty.filter((_, i) => counts[i] === 0);
    return empty.length === 0;
  };
  await until('none is empty', isNoneEmpty).catch(() => {});
  expect(empty).toEqual([]);
});

test('every label that an alert picks by is one that a metric has', async () => {
  const selectors = rules.flatMap(({ query }) => query.match(/mandate_\w+\{[^}]*\}/g) ?? []);
  expect(selectors.length).toBeGreaterThan(5);
  const counts = await Promise.all(selectors.map(count));
  expect(selectors.filter((_, i) => counts[i] === 0)).toEqual([]);
});

test('each alert says how bad it is and what to do, and has its section; no section lacks its alert', () => {
  for (const { name, labels, annotations } of rules) {
    expect(labels['severity'], name).toMatch(/^(?:critical|warning)$/);
    expect(annotations, name).toMatchObject({
      summary: expect.stringMatching(/\w/),
      description: expect.stringMatching(/\w\.$/),
      runbook_url: `docs/operating/operations.md#${name.toLowerCase()}`,
    });
  }
  const sections = [...runbook.matchAll(/^### (Mandate\w+)\n\n(.+?)(?=\n##|$(?![\s\S]))/gms)];
  expect(sections.map(([, name]) => name).toSorted()).toEqual(rules.map(({ name }) => name).toSorted());
  for (const [, name, text] of sections) {
    for (const part of ['**It means:**', '**Look at:**', '**Do:**']) expect(text, name).toContain(part);
  }
});

test('the commands in the runbook work', async () => {
  const statements = [...runbook.matchAll(/```sql\n(.+?)```/gs)].map(([, sql = '']) => sql);
  expect(statements.length).toBeGreaterThan(3);
  for (const sql of statements) await expect(stack.database.query(sql), sql).resolves.toBeDefined();
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
  const commands = [...runbook.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(commands));
});

test('the indexer sends a span for what it did and for what failed', async () => {
  const advanced = await collector.find(({ name }) => name === 'advanced');
  expect(advanced.attributes).toMatchObject({ 'mandate.chain_id': 1, 'mandate.block': expect.any(Number) });
  const failed = await collector.find(({ name }) => name === 'failed');
  expect(failed.attributes).toEqual({ 'mandate.chain_id': DEAD_CHAIN, 'error.type': 'NodeUnavailableError' });
  expect(collector.bodies[0]).toContain('mandate-indexer');
});

test('a vault under audit fires an alert', async () => {
  const firing = 'ALERTS{alertname="MandateVaultsUnderAudit",chain="1",name="Ethereum",alertstate="firing"}';
  expect(await count(firing)).toBe(0);
  await stack.database.query(
    "insert into audit_marks (chain_id, registry, vault) values (1, 2, decode(repeat('ab', 20), 'hex'))",
  );
  await until('the alert fires', async () => (await count(firing)) === 1);
});

test('a tainted chain fires an alert', async () => {
  const firing = 'ALERTS{alertname="MandateChainTainted",chain="1",name="Ethereum",alertstate="firing"}';
  expect(await count(firing)).toBe(0);
  await stack.database.query("update chain set state = 'tainted', reason = 'a test' where chain_id = 1");
  await until('the alert fires', async () => (await count(firing)) === 1);
});
