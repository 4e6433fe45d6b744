/** Measures how servers answer questions through HTTP: verified first, then warm, then in turns. */
import { createRandom, type Random } from '@mandate/contracts';
import type { Database } from '@mandate/store';
import { listCores, shareCores } from './cores.ts';
import { type Header, loadRequests, type Request, type Requests, writeRequests } from './http-load.ts';
import type { Note } from './part.ts';
import { toSamples } from './sample.ts';
import type { Server } from './server.ts';
import { inTurns } from './turns.ts';
import { startMeter } from './usage.ts';

/** The body of the answer or a part of it, its number of rows, of wallets or of checks that say yes, or its status. */
type Expected =
  | { readonly body: string }
  | { readonly part: string }
  | { readonly rows: number }
  | { readonly wallets: number }
  | { readonly yes: number }
  | { readonly status: number };

export interface Instance extends Request {
  /** Undefined if nobody knows. */
  readonly expected?: Expected;
}

export interface Question {
  readonly name: string;
  /** The number of clients, each of which sends one request at a time. */
  readonly connections: number;
  /** The different requests that are sent, at most. */
  readonly requests: number;
  /** True to measure latency at half of the throughput, too. */
  readonly atHalf?: boolean;
  /** Returns a random instance for a ledger with this many rows. */
  choose(rows: number, random: Random): Instance;
}

/** Something that is asked, which need not be a server. */
export interface Subject<Of extends Question = Question> {
  readonly who: string;
  /** `null` if it has no ledger: it gets the questions of the smallest one. */
  readonly rows: number | null;
  readonly server: Server | null;
  /** The database whose processor time counts. */
  readonly database: Database | null;
  isAsked?(question: Of): boolean;
  /** Chooses the header that says who asks. */
  readonly chooseHeader?: ((random: Random) => Header) | undefined;
  /** Measures what is not a server. */
  measure?(question: Of, seconds: number): Promise<Values>;
}

type Values = Readonly<Record<string, number | null | undefined>>;

export interface AnswersOptions {
  readonly rounds: number;
  /** Rounds that were measured before have lower numbers. */
  readonly firstRound?: number;
  readonly seconds: number;
  /** The length of the warm-up in turns, over all questions together: V8 compiles on the core that answers. */
  readonly warmUp: number;
}

/** wrk waits for whole milliseconds, so that a connection sends its next request after some. */
const CONNECTIONS_AT_HALF = 64;
export const AT_HALF = 'p99 ms at half load';
/** Estimates the throughput of processes whose cores the load had not shared. */
export const ACCOUNTED = 'requests/s, accounted';
export const CPU_OF_ALL = 'CPU µs with PostgreSQL’s';
/** Requests of each question that are verified. */
const VERIFIED = 40;
/** About as many as a fast server answers in a second. */
const REQUESTS_PER_SECOND = 25_000;

export async function measureAnswers<Of extends Question>(
  subjects: readonly Subject<Of>[],
  questions: readonly Of[],
  options: AnswersOptions,
  note: Note,
): Promise<void> {
  const { rounds, firstRound = 1, seconds } = options;
  const smallest = Math.min(...subjects.flatMap(({ rows }) => rows ?? []));
  for (const subject of subjects) {
    const asked = questions.filter((question) => isAsked(subject, question));
    for (const question of asked) await prepare(subject, question, smallest, asked.length, options);
  }
  for (let round = firstRound; round < firstRound + rounds; round++) {
    for (const question of questions) {
      const asked = subjects.filter((subject) => isAsked(subject, question));
      await inTurns(asked, round, async (subject) => {
        const requests = write(subject, question, { rows: smallest, round, seconds });
        const values = await measure(subject, question, requests, seconds).finally(requests.remove);
        note(toSamples({ name: question.name, who: subject.who, rows: subject.rows, round }, values));
      });
    }
  }
}

const isAsked = <Of extends Question>(subject: Subject<Of>, question: Of) =>
  subject.isAsked?.(question) ?? true;

/** Verifies the answers to a question first, then warms the server up with it. */
async function prepare<Of extends Question>(
  subject: Subject<Of>,
  question: Of,
  rows: number,
  questions: number,
  { seconds, warmUp }: AnswersOptions,
): Promise<void> {
  const { server } = subject;
  if (!server) return;
  const choose = createChoose(subject, question, subject.rows ?? rows, 0);
  for (let i = 0; i < VERIFIED && subject.rows !== null; i++) await verify(server, choose());
  if (warmUp === 0) return;
  const turnSeconds = Math.max(1, Math.round((warmUp * seconds) / questions));
  const requests = write(subject, question, { rows, round: 0, seconds: turnSeconds });
  const options = { connections: question.connections, seconds: turnSeconds };
  await loadRequests(server.url, requests, options).finally(requests.remove);
}

function write<Of extends Question>(
  subject: Subject<Of>,
  question: Of,
  { rows, round, seconds }: { readonly rows: number; readonly round: number; readonly seconds: number },
): Requests {
  const count = Math.min(question.requests, seconds * REQUESTS_PER_SECOND);
  return writeRequests(createChoose(subject, question, subject.rows ?? rows, round), count);
}

/** Chooses the requests to a subject. All get the same ones in a round. */
function createChoose<Of extends Question>(
  { chooseHeader }: Subject<Of>,
  question: Of,
  rows: number,
  round: number,
): () => Instance {
  const [random, ofAsker] = [createRandom(round), createRandom(round)];
  return () => {
    const { headers = [], ...instance } = question.choose(rows, random);
    return { ...instance, headers: chooseHeader ? [...headers, chooseHeader(ofAsker)] : headers };
  };
}

async function measure<Of extends Question>(
  subject: Subject<Of>,
  question: Of,
  requests: Requests,
  seconds: number,
): Promise<Values> {
  const { server, database } = subject;
  if (!server) return (await subject.measure?.(question, seconds)) ?? {};
  const { pids, url } = server;
  const cores = shareCores(pids.length).load;
  const readUsed = await startMeter(pids, database);
  const load = await loadRequests(url, requests, { connections: question.connections, seconds, cores });
  const used = await readUsed();
  const halfOptions = { connections: CONNECTIONS_AT_HALF, perSecond: load.perSecond / 2, seconds, cores };
  const half = question.atHalf ? await loadRequests(url, requests, halfOptions) : null;
  const usPerRequest = (cpuSeconds: number) => (cpuSeconds * 1e6) / load.requests;
  return {
    'requests/s': load.perSecond,
    ...load.latencies,
    [AT_HALF]: half?.latencies['p99 ms'],
    'CPU µs': usPerRequest(used.own),
    [CPU_OF_ALL]: used.postgres === null ? null : usPerRequest(used.own + used.postgres),
    'load cores': load.ownCores,
    [ACCOUNTED]: perSecondWithoutLoad(load, pids.length, listCores().length),
  };
}

/** Processes that share what the load leaves have a throughput proportional to it. */
export function perSecondWithoutLoad(
  { perSecond, ownCores }: { readonly perSecond: number; readonly ownCores: number },
  processes: number,
  cores: number,
): number {
  return (processes * perSecond) / Math.min(processes, cores - ownCores);
}

/** Throws unless the answer is what it should be. */
export async function verify({ url }: Server, { path, headers, body, expected }: Instance): Promise<void> {
  if (!expected) return;
  const own = (headers ?? []).map((header) => [...header] as [string, string]);
  const response = await fetch(url + path, body ? { method: 'POST', headers: own, body } : { headers: own });
  const text = await response.text();
  if (!isRight(expected, response.status, text))
    throw new Error(`The answer to ${path} is ${text.slice(0, 200)}, not ${Object.values(expected)}.`);
}

function isRight(expected: Expected, status: number, text: string): boolean {
  if ('status' in expected) return status === expected.status;
  if ('body' in expected) return text === expected.body;
  if ('part' in expected) return text.includes(expected.part);
  if ('yes' in expected) return text.split('{"value":true}').length - 1 === expected.yes;
  const answer: unknown = JSON.parse(text);
  if ('rows' in expected) return Array.isArray(answer) && answer.length === expected.rows;
  return (answer as { wallets?: unknown[] }).wallets?.length === expected.wallets;
}
