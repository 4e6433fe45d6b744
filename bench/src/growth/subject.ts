/** A ledger, and two processes of the API on it: one answers from its read model, one from PostgreSQL. */
import { createRandom, integer } from '@mandate/contracts';
import type { Folder } from '../at-exit.ts';
import { shareCores } from '../cores.ts';
import { type Load, loadRequests, loadUrl, type Request, writeRequests } from '../http-load.ts';
import { startApi } from '../ledger.ts';
import type { Child } from '../server-process.ts';
import { makeReadModel, sizeOf, startInFolder } from '../serving/read-model.ts';
import type { WrittenLedger } from '../writes-ledger.ts';
import { addressOf } from './crowd.ts';
import { choosePath, listKnown, QUESTIONS, type Question } from './questions.ts';
import type { Made } from './result.ts';

export const SOURCES = ['the read model', 'PostgreSQL'] as const;
export type Source = (typeof SOURCES)[number];

/** A ledger and the folder of its read model. */
export interface Copied {
  readonly ledger: WrittenLedger;
  readonly folder: Folder;
}

export interface Subject extends Copied {
  readonly apis: Readonly<Record<Source, Child>>;
  stop(): Promise<void>;
}

const cores = shareCores(1);
const apiOf = ({ url }: WrittenLedger) => ({
  startApi: (env: NodeJS.ProcessEnv = {}, own: readonly number[] | null = null) => startApi(url, env, own),
});

/** Loads the read model of a ledger, and starts a process again with it. */
export async function copyLedger(ledger: WrittenLedger): Promise<{ copied: Copied; made: Made }> {
  const { folder, loadSeconds } = await makeReadModel(apiOf(ledger));
  const copied = { ledger, folder };
  const { child, seconds: readySeconds } = await startWithReadModel(copied);
  await child.stop();
  const { rows, fillSeconds, sizeBytes: databaseBytes } = ledger;
  const indexBytes = await readIndexBytes(ledger);
  const readModelBytes = sizeOf(folder);
  const made = { rows, fillSeconds, databaseBytes, indexBytes, readModelBytes, loadSeconds, readySeconds };
  return { copied, made };
}

export async function startWithReadModel(
  { ledger, folder }: Copied,
  env: NodeJS.ProcessEnv = {},
): Promise<{ child: Child; seconds: number }> {
  const { children, seconds } = await startInFolder(apiOf(ledger), folder, {
    processes: 1,
    cores: cores.server,
    env,
  });
  const [child] = children;
  if (!child) throw new Error('No process was started.');
  return { child, seconds };
}

export async function startSubject(copied: Copied): Promise<Subject> {
  const { child } = await startWithReadModel(copied);
  const apis = {
    'the read model': child,
    PostgreSQL: await startApi(copied.ledger.url, {}, cores.server),
  };
  return {
    ...copied,
    apis,
    async stop() {
      for (const source of SOURCES) await apis[source].stop();
    },
  };
}

/** Lets V8 compile what the processes do with each question. */
export async function warmUp(subject: Subject, seconds: number): Promise<void> {
  for (const source of seconds > 0 ? SOURCES : [])
    for (const question of QUESTIONS) await load(subject, { source, question, seconds, round: 0 });
}

/** Does the same where requests are counted: each comes from an address of its own. */
export async function warmUpCounted({ url }: Child, rows: number, seconds: number): Promise<void> {
  const random = createRandom(0);
  const next = (question: Question) => (): Request => ({
    path: choosePath(question, rows, random),
    headers: [['X-Forwarded-For', addressOf(integer(random, 0, 2 ** 24 - 1))]],
  });
  const options = { connections: CONNECTIONS, cores: cores.load, seconds };
  for (const question of seconds > 0 ? QUESTIONS : []) await loadUrl(url, next(question), options);
}

export interface Asked {
  readonly source: Source;
  readonly question: Question;
  readonly seconds: number;
  /** Another round asks about other rows. */
  readonly round: number;
}

/**
 * Few connections leave the process idle time: latency then shows how long an answer takes, not how long it waits for
 * others.
 */
const CONNECTIONS = 2;
/** About as many as are answered in a second. */
const REQUESTS_PER_SECOND = 5_000;

export async function load(
  { ledger: { rows }, apis }: Subject,
  { source, question, seconds, round }: Asked,
): Promise<Load> {
  const random = createRandom(round);
  const next = () => ({ path: choosePath(question, rows, random) });
  const requests = writeRequests(next, REQUESTS_PER_SECOND * seconds);
  const options = { connections: CONNECTIONS, cores: cores.load, seconds };
  const measured = await loadRequests(apis[source].url, requests, options).finally(requests.remove);
  if (measured.failed > 0) throw new Error(`${measured.failed} of ${measured.requests} requests failed.`);
  return measured;
}

/** Verifies answers about a ledger that nothing was written to since it grew. */
export async function verify({ apis, ledger: { rows } }: Subject): Promise<void> {
  for (const source of SOURCES) {
    for (const { path, isRight } of listKnown(rows)) {
      const text = await (await fetch(apis[source].url + path)).text();
      if (!isRight(text))
        throw new Error(`At ${rows} rows, ${source} answers ${path} with ${text.slice(0, 200)}.`);
    }
  }
}

async function readIndexBytes({ database }: WrittenLedger): Promise<number> {
  const { rows } = await database.query<{ bytes: number }>(
    `select sum(pg_indexes_size(oid))::bigint as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return Number(rows[0]?.bytes);
}
