/** Runs what an operator runs: the API, the indexer, the auditor, a worker of webhooks, and a Prometheus configured by deploy/prometheus. */

import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startLocalChain, writeChains } from '@mandate/contracts';
import { createTestDatabase } from '@mandate/testing/ledger/database';
import { startApiProcess } from '@mandate/testing/process/api-process';
import { startApp } from '@mandate/testing/process/app-process';
import { findFreePort } from '@mandate/testing/process/find-free-port';
import { createFolder } from '@mandate/testing/process/folder';
import { startProgram } from '@mandate/testing/process/program';
import { until } from '@mandate/testing/until';

const POLL_MS = 100;
const FINAL_AFTER_BLOCKS = 100;
/** A chain whose node does not answer. */
export const DEAD_CHAIN = 10;
const NODE_THAT_IS_AWAY = 'http://127.0.0.1:1';
const REDIS_URL = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';

export type Stack = Awaited<ReturnType<typeof startStack>>;

export async function startStack(collectorUrl: string) {
  const ends: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const [chain, db] = await Promise.all([startLocalChain({ chainId: 1 }), createTestDatabase()]);
    ends.push(chain.stop, db.drop);
    // A pass of the audit needs final blocks.
    await chain.mine(FINAL_AFTER_BLOCKS);
    const followed = JSON.parse(writeChains([chain], POLL_MS));
    const metered = { label: 'metered', callsPerMonth: 1e9, costPerMillionCalls: 3 };
    const CHAINS = JSON.stringify({
      [chain.chainId]: { ...followed[chain.chainId], nodes: [{ url: chain.url, ...metered }] },
      [DEAD_CHAIN]: { nodes: [NODE_THAT_IS_AWAY] },
    });
    const [readModel, keyFolder] = [createFolder(), createFolder('auditor')];
    ends.push(
      async () => readModel.remove(),
      async () => keyFolder.remove(),
    );
    const api = await startApiProcess(db.url, {
      CHAINS,
      REDIS_URL,
      RATE_LIMIT: 'on',
      KEY_PEPPERS: `1:${'ab'.repeat(32)}`,
      READ_MODEL_DIR: readModel.path,
    });
    ends.push(api.kill);
    const ofIndexer = { INDEXER_PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl };
    const indexer = await startApp('indexer', { DATABASE_URL: db.url, CHAINS, ...ofIndexer });
    ends.push(indexer.stop);
    const ofAuditor = { AUDITOR_PORT: '0', AUDITOR_KEY_FILE: join(keyFolder.path, 'auditor.pem') };
    const auditor = await startApp('auditor', { DATABASE_URL: db.url, CHAINS, ...ofAuditor });
    ends.push(auditor.stop);
    const ofWebhooks = { WEBHOOKS_PORT: '0', WEBHOOK_KEYS: `1:${'cd'.repeat(32)}` };
    const webhooks = await startApp('webhooks', { DATABASE_URL: db.url, CHAINS, ...ofWebhooks });
    ends.push(webhooks.stop);
    const prometheus = await startPrometheus({
      api: portOf(api),
      indexer: portOf(indexer),
      auditor: portOf(auditor),
      webhooks: portOf(webhooks),
    });
    ends.push(prometheus.end);
    return { chain, database: db.database, api, prometheus, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const portOf = ({ adminUrl }: { readonly adminUrl: string }) => Number(new URL(adminUrl).port);

/** Uses the settings of deploy/prometheus, except for the targets and the interval. */
async function startPrometheus(ports: Readonly<Record<'api' | 'indexer' | 'auditor' | 'webhooks', number>>) {
  const folder = createFolder('prometheus');
  const file = join(folder.path, 'prometheus.yml');
  await writeFile(file, await localConfig(ports));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const flags = [`--config.file=${file}`, `--storage.tsdb.path=${folder.path}/data`, '--log.level=warn'];
  const program = await startProgram('prometheus', [...flags, `--web.listen-address=127.0.0.1:${port}`], {
    port,
  });
  const end = async () => {
    await program.kill();
    folder.remove();
  };
  await until('Prometheus is ready', async () => (await fetch(`${url}/-/ready`)).ok).catch(async (error) => {
    await end();
    throw error;
  });
  const get = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${url}/api/v1/${path}`);
    const { data, error } = (await response.json()) as { data: T; error?: string };
    if (!response.ok) throw new Error(`${path}: ${error}`);
    return data;
  };
  return { get, end };
}

async function localConfig(ports: Readonly<Record<string, number>>): Promise<string> {
  const folder = resolve('deploy/prometheus');
  let text = await readFile(join(folder, 'prometheus.yml'), 'utf8');
  const replace = (what: RegExp, by: string) => {
    if (!what.test(text)) throw new Error(`deploy/prometheus/prometheus.yml has no ${what} any more.`);
    text = text.replace(what, by);
  };
  for (const [name, port] of Object.entries(ports)) {
    const discovery = new RegExp(`dns_sd_configs:\\n +- names: \\[${name}\\]\\n(?: +\\w+: \\w+\\n?)+`);
    replace(discovery, `static_configs: [{ targets: ['127.0.0.1:${port}'] }]\n`);
  }
  replace(/scrape_interval: \w+/, 'scrape_interval: 1s');
  replace(/evaluation_interval: \w+/, 'evaluation_interval: 1s');
  replace(/- alerts\.yml/, `- ${folder}/alerts.yml`);
  return text;
}
