/** Creates the read model of a ledger once and copies it for every server that uses it. */
import { cpSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createFolder, type Folder } from '../at-exit.ts';
import type { Ledger } from '../ledger.ts';
import { type Child, type ChildOptions, startChildren } from '../server-process.ts';

/** A very large ledger takes long. */
const READY_TIMEOUT_MS = 90 * 60_000;

export interface MadeReadModel {
  readonly folder: Folder;
  readonly loadSeconds: number;
}

/** The process that creates it ends afterwards. */
export async function makeReadModel(ledger: Pick<Ledger, 'startApi'>): Promise<MadeReadModel> {
  const folder = createFolder('read-model');
  const { children, seconds: loadSeconds } = await startInFolder(ledger, folder, {
    processes: 1,
    cores: null,
    env: {},
  });
  for (const child of children) await child.stop();
  return { folder, loadSeconds };
}

export interface StartedReadModel {
  /** Processes at one port that share the folder. */
  readonly children: readonly Child[];
  readonly folder: Folder;
  readonly loadSeconds: number;
  readonly readySeconds: number;
}

interface Processes {
  readonly processes: number;
  readonly cores: ChildOptions['cores'];
  readonly env: NodeJS.ProcessEnv;
}

export async function startFromReadModel(
  ledger: Ledger,
  { folder: made, loadSeconds }: MadeReadModel,
  processes: Processes,
): Promise<StartedReadModel> {
  const folder = createFolder('read-model');
  cpSync(made.path, folder.path, { recursive: true });
  const { children, seconds: readySeconds } = await startInFolder(ledger, folder, processes);
  return { children, folder, loadSeconds, readySeconds };
}

/** Starts one process with its own settings and waits until it answers from the read model in this folder. */
export async function startReadModel(
  ledger: Ledger,
  { path }: Folder,
  env: NodeJS.ProcessEnv,
): Promise<Child> {
  const child = await ledger.startApi({ ...env, READ_MODEL_DIR: path });
  await ready(child);
  return child;
}

/** Starts processes that share this folder, and returns how long it took until all answered from it. */
export async function startInFolder(
  ledger: Pick<Ledger, 'startApi'>,
  { path }: Folder,
  { processes, cores, env: own }: Processes,
): Promise<{ readonly children: readonly Child[]; readonly seconds: number }> {
  const startedAt = performance.now();
  const children = await startChildren(processes, (env) =>
    ledger.startApi({ ...own, ...env, READ_MODEL_DIR: path }, cores),
  );
  await Promise.all(children.map(ready));
  return { children, seconds: (performance.now() - startedAt) / 1000 };
}

async function ready({ adminUrl }: Child): Promise<void> {
  for (const deadline = Date.now() + READY_TIMEOUT_MS; Date.now() < deadline; await delay(100))
    if ((await readMetric(adminUrl, 'mandate_api_read_model_ready{chain="1"}')) === 1) return;
  throw new Error(`The read model was not ready in ${READY_TIMEOUT_MS / 60_000} minutes.`);
}

/**
 * Throws if PostgreSQL answered what the read model should have: the measurement would be about something
 * else.
 */
export async function assertAnswered({ adminUrl }: Child): Promise<void> {
  for (const what of ['checks', 'list_pages']) {
    const others = await readMetric(adminUrl, `mandate_api_${what}_total{source="database"}`);
    if (others !== 0)
      throw new Error(`PostgreSQL answered ${others} ${what} that the read model was to answer.`);
  }
}

async function readMetric(adminUrl: string, name: string): Promise<number | null> {
  const response = await fetch(`${adminUrl}/metrics`, { headers: { connection: 'close' } });
  const line = (await response.text()).split('\n').find((each) => each.startsWith(`${name} `));
  return line ? Number(line.slice(name.length)) : null;
}

/** Measures disk usage: database files may be sparse. */
export function sizeOf({ path }: Folder): number {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return names.reduce((sum, name) => sum + 512 * statSync(join(path, name)).blocks, 0);
}
