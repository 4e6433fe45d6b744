/** The measured servers: bare ones, the database alone, and the service in each configuration. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFolder } from '../at-exit.ts';
import { type Cores, shareCores } from '../cores.ts';
import { loadRequests, type Requests } from '../http-load.ts';
import { FLAGS, type Ledger } from '../ledger.ts';
import {
  type Child,
  readCpuSeconds,
  readMachineSeconds,
  readMemory,
  startChild,
  startChildren,
} from '../server-process.ts';
import { runPgbench } from './pgbench.ts';
import { cpuSecondsBetween, readBackendsCpu } from './postgres-cpu.ts';
import type { CheckQuestion, ListQuestion } from './questions.ts';
import {
  assertAnswered,
  type MadeReadModel,
  type StartedReadModel,
  sizeOf,
  startFromReadModel,
} from './read-model.ts';
import type { ContenderId, Footprint, Measured } from './result.ts';

export type ServingQuestion = CheckQuestion | ListQuestion;
type Figures = Omit<Measured, 'round' | 'question' | 'contender' | 'rows'>;

export interface Contender {
  readonly id: ContenderId;
  readonly rows: number | null;
  /** Null if it does not speak HTTP. */
  readonly url: string | null;
  isAsked(question: ServingQuestion): boolean;
  measure(question: ServingQuestion, requests: Requests, seconds: number): Promise<Figures>;
  /** Returns null if it is not our process. */
  readFootprint(): Promise<Footprint | null>;
  stop(): Promise<void>;
}

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const BARE = { http: fileOf('bare-http.ts'), fastify: fileOf('bare-fastify.ts') };

interface Server {
  readonly id: ContenderId;
  readonly ledger: Ledger | null;
  /** Processes at one port. */
  readonly children: readonly Child[];
  readonly cores: Cores;
  readonly isAsked: Contender['isAsked'];
  readonly readModel?: Pick<StartedReadModel, 'folder' | 'loadSeconds' | 'readySeconds'>;
}

function createServer({ id, ledger, children, cores, isAsked, readModel }: Server): Contender {
  const rows = ledger?.rows ?? null;
  const url = children[0]?.url ?? '';
  const pids = children.map(({ pid }) => pid);
  return {
    id,
    rows,
    url,
    isAsked,
    async measure({ connections }, requests, seconds) {
      const before = await readCpu(pids, ledger);
      const load = await loadRequests(url, requests, { connections, seconds, cores: cores.load });
      const after = await readCpu(pids, ledger);
      if (load.failed > 0) throw new Error(`${load.failed} of ${load.requests} requests failed.`);
      const usPerRequest = (cpuSeconds: number) => (cpuSeconds * 1e6) / load.requests;
      const [own, postgres] = [after.own - before.own, cpuSecondsBetween(before.postgres, after.postgres)];
      const others = after.machine - before.machine - own - (postgres ?? 0) - load.ownSeconds;
      return {
        perSecond: load.perSecond,
        percentilesMs: load.percentilesMs,
        cpuUs: usPerRequest(own),
        postgresCpuUs: postgres === null ? null : usPerRequest(postgres),
        loadCpuUs: (load.ownCores * 1e6) / load.perSecond,
        loadCores: load.ownCores,
        otherCores: Math.max(0, others) / (after.at - before.at),
      };
    },
    async readFootprint() {
      const memory = readMemory(pids);
      if (!readModel) return { contender: id, rows, memory, readModel: null };
      await Promise.all(children.map(assertAnswered));
      const { folder, loadSeconds, readySeconds } = readModel;
      const sizes = { loadSeconds, readySeconds, fileBytes: sizeOf(folder) };
      return { contender: id, rows, memory, readModel: sizes };
    },
    async stop() {
      await Promise.all(children.map((child) => child.stop()));
      readModel?.folder.remove();
    },
  };
}

async function readCpu(pids: readonly number[], ledger: Ledger | null) {
  const own = pids.reduce((sum, pid) => sum + readCpuSeconds(pid), 0);
  const postgres = ledger && (await readBackendsCpu(ledger.database));
  return { own, postgres, machine: readMachineSeconds(), at: performance.now() / 1000 };
}

/** One process of each answers everything. Two of Fastify answer only what two of the service are asked. */
export async function startBare(
  id: 'http' | 'fastify' | 'fastify2',
  lists: Readonly<Record<string, string>>,
): Promise<Contender> {
  const processes = id === 'fastify2' ? 2 : 1;
  const cores = shareCores(processes);
  const folder = createFolder('bare');
  const BARE_LISTS = join(folder.path, 'lists.json');
  writeFileSync(BARE_LISTS, JSON.stringify(lists));
  const file = BARE[id === 'http' ? 'http' : 'fastify'];
  const children = await startChildren(processes, (env) =>
    startChild(file, { env: { BARE_LISTS, ...env }, flags: FLAGS, cores: cores.server }),
  );
  const isAsked = ({ scales }: ServingQuestion) => processes === 1 || scales;
  const server = createServer({ id, ledger: null, children, cores, isAsked });
  return {
    ...server,
    async stop() {
      await server.stop();
      folder.remove();
    },
  };
}

export async function startOnPostgres(ledger: Ledger): Promise<Contender> {
  const cores = shareCores(1);
  const children = [await ledger.startApi({}, cores.server)];
  return createServer({ id: 'postgres', ledger, children, cores, isAsked: () => true });
}

/** PostgreSQL answers lists with or without the read model. */
export async function startWithReadModel(
  ledger: Ledger,
  id: 'readModel' | 'readModel2',
  made: MadeReadModel,
): Promise<Contender> {
  const processes = id === 'readModel2' ? 2 : 1;
  const cores = shareCores(processes);
  const { children, ...readModel } = await startFromReadModel(ledger, made, processes, cores.server);
  const isAsked = ({ type, scales }: ServingQuestion) => type === 'check' && (processes === 1 || scales);
  return createServer({ id, ledger, children, cores, isAsked, readModel });
}

/** Its clients and the server's processes run where the kernel puts them. */
export function createPgbench(ledger: Ledger): Contender {
  return {
    id: 'pgbench',
    rows: ledger.rows,
    url: null,
    isAsked: () => true,
    async measure(question, _, seconds) {
      const figures = await runPgbench(ledger, question, seconds);
      return {
        ...figures,
        cpuUs: null,
        postgresCpuUs: null,
        loadCpuUs: null,
        loadCores: null,
        otherCores: null,
      };
    },
    readFootprint: async () => null,
    stop: async () => {},
  };
}
