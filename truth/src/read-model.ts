/** The API with its read model, restarted now and then. Requests wait during a restart. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApi } from '@mandate/api';
import type { ConfiguredChain } from '@mandate/config';
import { followLedger, openReadModel, type ReadModel } from '@mandate/read-model';
import { pino } from 'pino';
import type { Figures } from './compared.ts';
import { createService, type Service } from './service.ts';

export interface ReadModelOptions {
  readonly databaseUrl: string;
  readonly chains: readonly ConfiguredChain[];
  /** Wraps the read model to prove that a run detects a wrong one. */
  readonly misread?: ((opened: ReadModel) => ReadModel) | undefined;
}

export interface ReadModelApi {
  readonly service: Service;
  /** Restarts at every third call, on the same folder; every second time the folder is empty. */
  restartSometimes(): Promise<void>;
  /** Stops and returns how many checks the read model answered. */
  close(): Promise<Figures>;
}

const HOST = '127.0.0.1';
const RESTART_EVERY = 3;

export async function startReadModelApi(options: ReadModelOptions): Promise<ReadModelApi> {
  const dir = mkdtempSync(join(tmpdir(), 'mandate-truth-'));
  const figures = { checks: 0, checksRead: 0 };
  let running = await open(options, dir, 0);
  const { url, port } = running;
  const gate = createGate();
  let calls = 0;

  async function end(): Promise<void> {
    const metrics = await running.readMetrics();
    const read = readCount(metrics, 'read_model');
    figures.checks += read + readCount(metrics, 'database');
    figures.checksRead += read;
    await running.close();
  }

  return {
    service: gate.guard(createService(url)),
    async restartSometimes() {
      const call = ++calls;
      if (call % RESTART_EVERY !== 0) return;
      await gate.alone(async () => {
        await end();
        if (call % (2 * RESTART_EVERY) === 0) rmSync(dir, { recursive: true, force: true });
        running = await open(options, dir, port);
      });
    },
    async close() {
      await end();
      rmSync(dir, { recursive: true, force: true });
      return figures;
    },
  };
}

async function open({ databaseUrl, chains, misread }: ReadModelOptions, dir: string, port: number) {
  const log = pino({ level: 'silent' });
  const opened = openReadModel({ dir });
  const chainIds = chains.map(({ chainId }) => chainId);
  const follower = followLedger({ readModel: misread?.(opened) ?? opened, databaseUrl, chainIds, log });
  const readModel = { ...opened, problem: follower.problem, isFollowing: follower.isFollowing };
  const api = await createApi({ databaseUrl, chains, readModel, log });
  const url = await api.app.listen({ host: HOST, port });
  return {
    url,
    port: Number(new URL(url).port),
    readMetrics: api.admin.metrics,
    async close() {
      await api.close();
      await follower.close();
      await opened.close();
    },
  };
}

function readCount(metrics: string, source: string): number {
  const [, count] =
    new RegExp(`^mandate_api_checks_total\\{source="${source}"\\} (\\d+)$`, 'm').exec(metrics) ?? [];
  if (count === undefined) throw new Error(`The API does not say how many checks the ${source} answered.`);
  return Number(count);
}

/** Lets many calls run in parallel, or one call alone. */
function createGate() {
  let open: Promise<void> = Promise.resolve();
  const inside = new Set<Promise<unknown>>();

  async function enter<T>(call: () => Promise<T>): Promise<T> {
    for (let waited: Promise<void> | null = null; waited !== open; ) {
      waited = open;
      await waited;
    }
    const going = call();
    inside.add(going);
    try {
      return await going;
    } finally {
      inside.delete(going);
    }
  }

  return {
    guard: ({ get, post }: Service): Service => ({
      get: (...asked) => enter(() => get(...asked)),
      post: (path, body) => enter(() => post(path, body)),
    }),
    /** Runs exclusive calls one after the other. */
    alone(work: () => Promise<void>): Promise<void> {
      const before = open;
      const done = before.then(() => Promise.allSettled(inside)).then(work);
      // A failure goes to the caller of `alone`; later calls must not fail with it.
      open = done.catch(() => {});
      return done;
    },
  };
}
