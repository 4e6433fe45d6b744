/**
 * The first of several processes: it holds the port, hands each connection to the next worker, replaces workers
 * that have ended, and ends all of them. It answers only on the admin listener.
 */
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { AdminAnswers } from '@mandate/config';
import type { Logger } from 'pino';
import { Counter, Gauge, Registry } from 'prom-client';
import type { HostReadModel } from '../answers/read-model.ts';
import { addNodeMetrics } from '../observe/metrics-of-node.ts';
import { addReadModelFailure } from '../observe/metrics-of-read-model.ts';
import { withReadModel } from '../observe/readiness.ts';
import type { Serving } from '../serve.ts';
import { type Channel, openChannel } from './channel.ts';
import { createMetricsOfAll } from './gather-metrics.ts';
import { gatherReadiness } from './gather-readiness.ts';
import { closeLostConnections } from './lost-connections.ts';
import { createStreamsOfAll } from './open-streams-of-all.ts';
import type { FirstProcedures, WorkerProcedures } from './procedures.ts';

export interface FirstOptions {
  /** How many workers there are to be. */
  readonly processes: number;
  readonly drainMs: number;
  /** Kept with the ledger by this process. Null: there is none. */
  readonly readModel: Pick<HostReadModel, 'problem'> | null;
  readonly log: Logger;
}

interface Running {
  readonly worker: Worker;
  readonly channel: Channel<WorkerProcedures>;
  /** Null: it does not listen yet. */
  port: number | null;
}

/** Who lives longer than this did not fail at its start. */
const STEADY_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
/** One that hangs must not keep the others from being read: shorter than they wait for us. */
const ANSWER_MS = 3_000;
/** After the drain: no answer takes longer than a minute, and what was counted has to be written. */
const LONGEST_END_MS = 75_000;

/** How long to wait before a worker is started that failed so often in a row. One that lived is replaced at once. */
export function pauseMs(failures: number): number {
  return failures === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
}

/** Resolves when all of them listen. */
export async function startWorkers({ processes, drainMs, readModel, log }: FirstOptions): Promise<Serving> {
  const running = new Map<number, Running>();
  const pauses = new Set<NodeJS.Timeout>();
  const streams = createStreamsOfAll();
  const registry = new Registry();
  const deaths = addMetrics(registry, () => countListening());
  if (readModel) addReadModelFailure(registry, readModel);
  const metrics = createMetricsOfAll({
    registry,
    list: () => [...running].map(([id, { channel }]) => [id, () => channel.ask('tellMetrics')] as const),
  });
  const starting = Promise.withResolvers<number>();
  const gone = Promise.withResolvers<void>();
  let port: number | null = null;
  let isEnding = false;
  let hasFailed = false;

  const countListening = () => [...running.values()].filter((each) => each.port !== null).length;

  function start(failures: number): void {
    // All listen at the port that the first of them was given. Were none left that does, the system would choose anew.
    const isAnew = port !== null && countListening() === 0;
    const worker = cluster.fork(isAnew ? { API_PORT: String(port) } : {});
    const startedAt = performance.now();
    closeLostConnections(worker);
    // To tell one that has just ended something fails. That it has, is heard below.
    worker.on('error', () => {});
    const own: FirstProcedures = {
      listens: (at) => noteListening(each, at),
      fails: (message) => fail(new Error(message)),
      openStream: (levels) => streams.open(worker.id, levels),
      closeStream: (levels) => streams.close(worker.id, levels),
    };
    const channel = openChannel<WorkerProcedures>(worker, own, ANSWER_MS);
    const each: Running = { worker, channel, port: null };
    running.set(worker.id, each);
    worker.once('exit', (code, signal) => {
      running.delete(worker.id);
      metrics.retire(worker.id);
      streams.forget(worker.id);
      const how = { pid: worker.process.pid, code, signal };
      if (isEnding) noteEnd(code === 0 || each.port === null);
      else if (port === null) fail(new Error(`A process ended at its start (${signal ?? `code ${code}`}).`));
      else startAnew(performance.now() - startedAt > STEADY_MS ? 0 : failures + 1, how);
    });
  }

  function noteListening(each: Running, at: number): void {
    each.port = at;
    if (port !== null) log.info({ pid: each.worker.process.pid }, 'a process answers again');
    else if (countListening() === processes) {
      port = at;
      starting.resolve(at);
    }
  }

  function startAnew(failures: number, how: object): void {
    deaths.inc();
    const afterMs = pauseMs(failures);
    log.error({ ...how, afterMs }, 'a process ended, and is started anew');
    const pause = setTimeout(() => {
      pauses.delete(pause);
      start(failures);
    }, afterMs);
    pauses.add(pause);
  }

  /** Before all have listened once. Later on, one that fails is started again. */
  function fail(error: Error): void {
    if (port !== null) return void log.error({ error: error.message }, 'a process can not start');
    starting.reject(error);
  }

  function noteEnd(isWell: boolean): void {
    hasFailed ||= !isWell;
    if (running.size === 0) gone.resolve();
  }

  function killAll(): void {
    hasFailed ||= running.size > 0;
    for (const { worker } of running.values()) worker.process.kill('SIGKILL');
  }

  function closeNow(): void {
    killAll();
    process.exit(1);
  }

  async function close(): Promise<void> {
    isEnding = true;
    for (const pause of pauses) clearTimeout(pause);
    if (running.size === 0) gone.resolve();
    for (const { worker, channel, port } of running.values()) {
      // Of one that does not listen, nobody waits for an answer.
      if (port === null) worker.process.kill('SIGKILL');
      else channel.tell('end');
    }
    const late = new AbortController();
    const isLate = delay(drainMs + LONGEST_END_MS, true, { signal: late.signal }).catch(() => false);
    if (await Promise.race([gone.promise, isLate])) {
      log.error({ processes: running.size }, 'processes did not end in time, and are killed');
      killAll();
    }
    late.abort();
    await gone.promise;
    if (hasFailed) process.exitCode = 1;
  }

  const admin: AdminAnswers = {
    async ready() {
      if (isEnding) return { isReady: false, body: { status: 'draining' } };
      const listening = [...running.values()].filter((each) => each.port !== null);
      const said = await gatherReadiness(
        listening.map(
          ({ channel }) =>
            () =>
              channel.ask('tellReady'),
        ),
      );
      return withReadModel(said, readModel);
    },
    metrics: metrics.tell,
  };

  cluster.schedulingPolicy = cluster.SCHED_RR;
  for (let i = 0; i < processes; i++) start(0);
  try {
    return { port: await starting.promise, admin, close, closeNow };
  } catch (error) {
    isEnding = true;
    killAll();
    throw error;
  }
}

/** Of this process itself, and of how many there are. Gives the counter of those that have ended. */
function addMetrics(registry: Registry, countListening: () => number): Counter {
  const registers = [registry];
  addNodeMetrics(registry);
  new Gauge({
    name: 'mandate_api_processes',
    help: 'Processes that answer behind the port',
    registers,
    collect() {
      this.set(countListening());
    },
  });
  return new Counter({
    name: 'mandate_api_process_deaths_total',
    help: 'Processes that ended without being told to, and were started anew',
    registers,
  });
}
