/** The measured servers: bare ones, the database alone, and the service in each configuration. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { integer, type Random } from '@mandate/contracts';
import { createFolder } from '../at-exit.ts';
import { type Cores, shareCores } from '../cores.ts';
import { type Header, loadRequests, type Requests } from '../http-load.ts';
import { type Ledger, MEMORY_FLAGS } from '../ledger.ts';
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
import { type CheckQuestion, CONNECTIONS, type ListQuestion } from './questions.ts';
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
  /** The header that a request carries to it, if any: who asks. */
  readonly chooseHeader?: ChooseHeader | undefined;
  measure(question: ServingQuestion, requests: Requests, seconds: number): Promise<Figures>;
  /** Returns null if it is not our process. */
  readFootprint(): Promise<Footprint | null>;
  stop(): Promise<void>;
}

type ChooseHeader = (random: Random) => Header;

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const KEYS = fileOf('../../../apps/api/src/account/command/main.ts');
/** wrk waits for whole milliseconds, so that a connection sends its next request after some. */
const CONNECTIONS_AT_HALF = 64;
const BARE = { http: fileOf('bare-http.ts'), fastify: fileOf('bare-fastify.ts') };

interface Server {
  readonly id: ContenderId;
  readonly ledger: Ledger | null;
  /** Processes at one port. */
  readonly children: readonly Child[];
  readonly cores: Cores;
  readonly isAsked: Contender['isAsked'];
  readonly chooseHeader?: ChooseHeader | undefined;
  readonly readModel?: Pick<StartedReadModel, 'folder' | 'loadSeconds' | 'readySeconds'>;
}

function createServer(server: Server): Contender {
  const { id, ledger, children, cores, isAsked, chooseHeader, readModel } = server;
  const rows = ledger?.rows ?? null;
  const url = children[0]?.url ?? '';
  const pids = children.map(({ pid }) => pid);
  return {
    id,
    rows,
    url,
    isAsked,
    chooseHeader,
    async measure({ connections }, requests, seconds) {
      const ask = async (options: { readonly connections: number; readonly perSecond?: number }) => {
        const load = await loadRequests(url, requests, { ...options, seconds, cores: cores.load });
        if (load.failed > 0) throw new Error(`${load.failed} of ${load.requests} requests failed.`);
        return load;
      };
      const before = await readCpu(pids, ledger);
      const load = await ask({ connections });
      const after = await readCpu(pids, ledger);
      // The service rejects long lists when too many are requested at once.
      const isLong = connections < CONNECTIONS;
      const half = isLong
        ? null
        : await ask({ connections: CONNECTIONS_AT_HALF, perSecond: load.perSecond / 2 });
      const usPerRequest = (cpuSeconds: number) => (cpuSeconds * 1e6) / load.requests;
      const [own, postgres] = [after.own - before.own, cpuSecondsBetween(before.postgres, after.postgres)];
      const others = after.machine - before.machine - own - (postgres ?? 0) - load.ownSeconds;
      return {
        perSecond: load.perSecond,
        percentilesMs: load.percentilesMs,
        halfP99Ms: half?.p99Ms ?? null,
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
    startChild(file, { env: { BARE_LISTS, ...env }, flags: MEMORY_FLAGS, cores: cores.server }),
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

/** The clients that ask the service. Processes that share a port must count requests in Redis. */
const LIMITED = { RATE_LIMIT: 'on', TRUSTED_HOPS: '1' };
const IN_REDIS = { ...LIMITED, REDIS_URL: process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379' };
const ASKERS = {
  keyed: { processes: 1, env: LIMITED, hasKey: true },
  keyed2: { processes: 2, env: IN_REDIS, hasKey: true },
  anonymous: { processes: 1, env: LIMITED, hasKey: false },
  redis: { processes: 1, env: IN_REDIS, hasKey: false },
} as const;
export const ASKER_IDS = Object.keys(ASKERS) as (keyof typeof ASKERS)[];

/** Every request comes from an address of its own: what is measured is counting, not refusing. */
const fromAnywhere: ChooseHeader = (random) => [
  'X-Forwarded-For',
  `10.${[1, 2, 3].map(() => integer(random, 0, 255)).join('.')}`,
];

/** v1 takes no keys. Lists are asked for with a key only. */
export async function startWithReadModel(
  ledger: Ledger,
  id: keyof typeof ASKERS,
  made: MadeReadModel,
): Promise<Contender> {
  const { processes, env, hasKey } = ASKERS[id];
  const cores = shareCores(processes);
  const key = hasKey ? await createKey(ledger) : null;
  const { children, ...readModel } = await startFromReadModel(ledger, made, {
    processes,
    cores: cores.server,
    env: { ...env, KEY_PEPPERS },
  });
  const isAsked = (question: ServingQuestion) =>
    question.type === 'list'
      ? id === 'keyed'
      : !(key && question.registry === 'v1') && (processes === 1 || question.scales);
  const chooseHeader: ChooseHeader = key ? () => ['X-API-KEY', key] : fromAnywhere;
  return createServer({ id, ledger, children, cores, isAsked, chooseHeader, readModel });
}

const KEY_PEPPERS = `1:${randomBytes(32).toString('hex')}`;

async function createKey({ databaseUrl }: Ledger): Promise<string> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, KEY_PEPPERS };
  const { stdout } = await promisify(execFile)(process.execPath, [KEYS, 'create', '--name', 'bench'], {
    env,
  });
  const key = /mdt_live_\w+/.exec(stdout)?.[0];
  if (!key) throw new Error('The command line made no key.');
  return key;
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
        halfP99Ms: null,
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
