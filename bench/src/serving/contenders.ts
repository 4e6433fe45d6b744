/** Starts the measured servers: bare ones, the database alone, and the service in each configuration. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createRandom, integer } from '@mandate/contracts';
import type { Subject } from '../answers.ts';
import { shareCores } from '../cores.ts';
import { createFolder, sizeOf } from '../folder.ts';
import type { Ledger } from '../ledger.ts';
import { type Sample, toSamples } from '../sample.ts';
import { type Server, startServer } from '../server.ts';
import {
  assertAnswered,
  type Loaded,
  type MadeReadModel,
  makeReadModel,
  startService,
  startWithReadModel,
} from '../service.ts';
import { readMemory } from '../usage.ts';
import { beginningOf, walletOf } from './bare.ts';
import type { ContenderId } from './contender-ids.ts';
import { runPgbench } from './pgbench.ts';
import { QUESTIONS, type ServingQuestion } from './questions.ts';

export interface Contender extends Subject<ServingQuestion> {
  readonly who: ContenderId;
  /** Reads what it takes after all its load. */
  readFootprint(): Promise<Sample[]>;
  stop(): Promise<void>;
}

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const KEYS = fileOf('../../../apps/api/src/account/command/main.ts');
const BARE = {
  http: { file: fileOf('bare-http.ts'), processes: 1 },
  fastify: { file: fileOf('bare-fastify.ts'), processes: 1 },
  fastify2: { file: fileOf('bare-fastify.ts'), processes: 2 },
} as const;

/** The clients that ask the service. Processes that share a port must count requests in Redis. */
const LIMITED = { RATE_LIMIT: 'on', TRUSTED_HOPS: '1' };
const IN_REDIS = { ...LIMITED, REDIS_URL: process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379' };
const ASKERS = {
  keyed: { processes: 1, env: LIMITED, hasKey: true },
  keyed2: { processes: 2, env: IN_REDIS, hasKey: true },
  anonymous: { processes: 1, env: LIMITED, hasKey: false },
  redis: { processes: 1, env: IN_REDIS, hasKey: false },
} as const;
const KEY_PEPPERS = `1:${randomBytes(32).toString('hex')}`;
const idsOf = <Id extends string>(all: Readonly<Record<Id, unknown>>) => Object.keys(all) as Id[];

/** Starts one after the other. */
export async function* startContenders(ledgers: readonly Ledger[]): AsyncGenerator<Contender> {
  const [first] = ledgers;
  if (!first) return;
  const lists = createFolder('bare');
  const BARE_LISTS = join(lists.path, 'lists.json');
  writeFileSync(BARE_LISTS, JSON.stringify(await readLists(first)));
  for (const who of idsOf(BARE)) {
    const { file, processes } = BARE[who];
    const options = { env: { BARE_LISTS }, processes, cores: shareCores(processes).server };
    yield createContender(who, null, await startServer(file, options), {
      isAsked: ({ scales }) => processes === 1 || scales,
    });
  }
  for (const ledger of ledgers) {
    yield createPgbench(ledger);
    const server = await startService(ledger.url, { cores: shareCores(1).server });
    yield createContender('postgres', ledger, server, {
      isAsked: ({ needsReadModel }) => !needsReadModel,
    });
    const made = await makeReadModel(ledger.url);
    for (const who of idsOf(ASKERS)) yield await startAsked(ledger, who, made);
    made.folder.remove();
  }
}

/** Reads the service's answers to the list questions, which the bare servers return, too. */
async function readLists(ledger: Ledger): Promise<Record<string, string>> {
  const { url, stop } = await startService(ledger.url);
  const lists: Record<string, string> = {};
  for (const { choose } of QUESTIONS) {
    const { path } = choose(ledger.rows, createRandom(1));
    const wallet = walletOf(path);
    if (wallet !== null) lists[beginningOf(wallet)] = await (await fetch(url + path)).text();
  }
  await stop();
  return lists;
}

/** v1 takes no keys. Lists are asked for with a key only. */
async function startAsked(ledger: Ledger, who: keyof typeof ASKERS, made: MadeReadModel): Promise<Contender> {
  const { processes, env, hasKey } = ASKERS[who];
  const key = hasKey ? await createKey(ledger) : null;
  const folder = createFolder('read-model');
  cpSync(made.folder.path, folder.path, { recursive: true });
  const server = await startWithReadModel(ledger.url, folder, {
    processes,
    cores: shareCores(processes).server,
    env: { ...env, KEY_PEPPERS },
  });
  return createContender(who, ledger, server, {
    readModel: { ...made, folder, readySeconds: server.readySeconds },
    isAsked: (question) =>
      question.type === 'list'
        ? who === 'keyed'
        : !(key && question.registry === 'v1') && (processes === 1 || question.scales),
    // Every request comes from an address of its own: what is measured is counting, not refusing.
    chooseHeader: (random) =>
      key
        ? ['X-API-KEY', key]
        : ['X-Forwarded-For', `10.${[1, 2, 3].map(() => integer(random, 0, 255)).join('.')}`],
  });
}

async function createKey({ url }: Ledger): Promise<string> {
  const env = { ...process.env, DATABASE_URL: url, KEY_PEPPERS };
  const args = [KEYS, 'create', '--name', 'bench'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  const key = /mdt_live_\w+/.exec(stdout)?.[0];
  if (!key) throw new Error('The command line made no key.');
  return key;
}

interface More extends Pick<Contender, 'chooseHeader'> {
  isAsked(question: ServingQuestion): boolean;
  readonly readModel?: MadeReadModel & Pick<Loaded, 'readySeconds'>;
}

function createContender(
  who: ContenderId,
  ledger: Ledger | null,
  server: Server,
  { isAsked, chooseHeader, readModel }: More,
): Contender {
  const rows = ledger?.rows ?? null;
  return {
    who,
    rows,
    server,
    database: ledger?.database ?? null,
    isAsked,
    chooseHeader,
    async readFootprint() {
      const { anonymousMb, mappedMb } = readMemory(server.pids);
      if (readModel) await assertAnswered(server);
      return toSamples(
        { name: 'memory', who, rows },
        {
          'own memory MB': anonymousMb,
          'mapped MB': mappedMb,
          'file MB': readModel && sizeOf(readModel.folder) / 2 ** 20,
          's from nothing': readModel?.loadSeconds,
          's with the file': readModel?.readySeconds,
        },
      );
    },
    async stop() {
      await server.stop();
      readModel?.folder.remove();
    },
  };
}

/** Its clients and the server's processes run where the kernel puts them. It is asked no lists. */
const createPgbench = (ledger: Ledger): Contender => ({
  who: 'pgbench',
  rows: ledger.rows,
  server: null,
  database: null,
  isAsked: ({ type }) => type === 'check',
  measure: async (question, seconds) =>
    question.type === 'check' ? { 'requests/s': await runPgbench(ledger, question, seconds) } : {},
  readFootprint: async () => [],
  stop: async () => {},
});
