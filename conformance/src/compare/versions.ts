/** The processes of one version: with the database alone, with a read model, and with a read model and limits. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type AppProcess, startApp } from '@mandate/testing/app-process';
import type { Ledger } from './ledger.ts';

const READ_MODEL_TIMEOUT_MS = 60_000;
const POLL_MS = 100;
const CHECKS_OF_READ_MODEL = /^\w*checks_total\{[^}]*source="read_model"[^}]*\} (\d+)$/m;
const ANY_ADDRESS = '0x00000000000000000000000000000000000000aa';
const ANY_CHECK = `/registry/v2/check/all?from=${ANY_ADDRESS}&to=${ANY_ADDRESS}`;

const USUAL = {
  API_HOST: '127.0.0.1',
  API_PORT: '0',
  API_ADMIN_PORT: '0',
  RATE_LIMIT: 'off',
  // No answer may depend on whether the sites were built.
  WEB_DIR: 'off',
  DOCS_DIR: 'off',
};
const KEY_CEILING = 25;
/** A client is what `X-Forwarded-For` says, so that there can be many. */
const LIMITED = {
  RATE_LIMIT: 'on',
  TRUSTED_HOPS: '1',
  KEY_CEILING: String(KEY_CEILING),
  PUBLIC_URL: 'https://mandate.example',
};

const SETUPS = ['database', 'read model', 'limits'] as const;
export type Setup = (typeof SETUPS)[number];

export interface Version {
  /** The port of each process. */
  readonly ports: Readonly<Record<Setup, number>>;
  stop(): Promise<void>;
}

/** Resolves when the read models answer. */
export async function startVersion(root: string, { environment }: Ledger): Promise<Version> {
  const folder = mkdtempSync(join(tmpdir(), 'mandate-compare-'));
  const settings: Readonly<Record<Setup, NodeJS.ProcessEnv>> = {
    database: {},
    'read model': { READ_MODEL_DIR: join(folder, 'read-model') },
    limits: { ...LIMITED, READ_MODEL_DIR: join(folder, 'limits') },
  };
  const started = await Promise.allSettled(
    SETUPS.map((setup) => startApp('api', { ...environment, ...USUAL, ...settings[setup] }, root)),
  );
  const running = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const stop = async () => {
    await Promise.all(running.map((app) => app.kill()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const each of started) if (each.status === 'rejected') throw each.reason;
    const [database, readModel, limits] = running as [AppProcess, AppProcess, AppProcess];
    await Promise.all([readModel, limits].map(untilReadModelAnswers));
    const portOf = ({ url }: AppProcess) => Number(new URL(url).port);
    const ports = { database: portOf(database), 'read model': portOf(readModel), limits: portOf(limits) };
    return { ports, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilReadModelAnswers({ url, adminUrl }: AppProcess): Promise<void> {
  for (const deadline = Date.now() + READ_MODEL_TIMEOUT_MS; Date.now() < deadline; await delay(POLL_MS)) {
    await (await fetch(url + ANY_CHECK)).text();
    const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
    if (Number(CHECKS_OF_READ_MODEL.exec(metrics)?.[1]) > 0) return;
  }
  throw new Error(`The read model did not answer within ${READ_MODEL_TIMEOUT_MS} ms.`);
}
