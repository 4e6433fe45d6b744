/**
 * Measures checks and lists over HTTP in ledgers of several sizes, alternating with bare servers and the bare
 * database.
 */
import { createRandom, type Random } from '@mandate/contracts';
import { writeRequests } from '../http-load.ts';
import type { Ledger } from '../ledger.ts';
import { beginningOf, walletOf } from './bare.ts';
import {
  ASKER_IDS,
  type Contender,
  createPgbench,
  type ServingQuestion,
  startBare,
  startOnPostgres,
  startWithReadModel,
} from './contenders.ts';
import { createServedLedger } from './data.ts';
import { describeMachine } from './machine.ts';
import { type Expected, QUESTIONS } from './questions.ts';
import { makeReadModel } from './read-model.ts';
import type { ContenderId, Measured, ServingResult } from './result.ts';
import { describeMeasured } from './tables.ts';

export interface ServingOptions {
  /** The rows of each ledger, from the smallest to the largest. */
  readonly sizes: readonly number[];
  readonly rounds: number;
  readonly seconds: number;
  /**
   * The length of the warm-up in turns, over all questions together. Until then V8 compiles on the core that
   * answers, and the code is not optimised yet: a check takes about 200,000 requests per process.
   */
  readonly warmUp: number;
  /** Keeps filled ledgers for the next run. */
  readonly keep: boolean;
  readonly contenders: readonly ContenderId[];
  /** Selects questions whose names contain one of these. */
  readonly questions: readonly string[];
}

const WARM_UP_REQUESTS = 20_000;
/** Requests per question before measuring; one for long lists, which take long. */
const ASKED_TO_VERIFY = 40;
/** About as many as a fast server answers in a second. Long lists use few wallets. */
const REQUESTS_PER_SECOND = 25_000;
const MAX_REQUESTS = 100_000;
const REQUESTS_OF_LONG = 1_000;

export async function measureServing(
  options: ServingOptions,
  say: (line: string) => void,
): Promise<ServingResult> {
  const { sizes, rounds, seconds, keep } = options;
  const [ledgers, contenders]: [Ledger[], Contender[]] = [[], []];
  try {
    for (const rows of sizes) {
      const ledger = await createServedLedger(rows, keep);
      ledgers.push(ledger);
      say(`  ${describeLedger(ledger)}`);
    }
    for await (const contender of startAll(ledgers, options.contenders, say)) contenders.push(contender);
    const questions = QUESTIONS.filter(({ name }) => options.questions.some((part) => name.includes(part)));
    for (const contender of contenders) await prepare(contender, questions, sizes, options);
    const measured: Measured[] = [];
    for (let round = 1; round <= rounds; round++) {
      for (const question of questions) {
        const asked = contenders.filter((contender) => isAsked(contender, question));
        for await (const result of takeTurns(rotate(asked, round), question, round, options)) {
          measured.push(result);
          say(`  ${describeMeasured(result, rounds)}`);
        }
      }
    }
    const footprints = await Promise.all(contenders.map((contender) => contender.readFootprint()));
    return {
      date: new Date().toISOString().slice(0, 10),
      machine: await describeMachine(ledgers[0]?.database),
      rounds,
      seconds,
      measured,
      ledgers: ledgers.map(({ rows, fillSeconds, sizeBytes }) => ({ rows, fillSeconds, sizeBytes })),
      footprints: footprints.filter((footprint) => footprint !== null),
    };
  } finally {
    for (const contender of contenders) await contender.stop();
    for (const ledger of ledgers) await ledger.drop();
  }
}

function describeLedger({ rows, fillSeconds, sizeBytes }: Ledger): string {
  const made = fillSeconds === null ? 'kept by an earlier run' : `made in ${Math.round(fillSeconds)} s`;
  return `a ledger of ${rows.toLocaleString('en')} rows, ${(sizeBytes / 2 ** 30).toFixed(1)} GB, ${made}`;
}

/** Rotates the order, so that no server always follows the same noisy one. */
function rotate<T>(all: readonly T[], by: number): T[] {
  const first = by % Math.max(1, all.length);
  return [...all.slice(first), ...all.slice(0, first)];
}

async function* startAll(
  ledgers: readonly Ledger[],
  wanted: readonly ContenderId[],
  say: (line: string) => void,
): AsyncGenerator<Contender> {
  const [first] = ledgers;
  if (!first) return;
  const lists = await readLists(first);
  for (const id of ['http', 'fastify', 'fastify2'] as const)
    if (wanted.includes(id)) yield await startBare(id, lists);
  for (const ledger of ledgers) {
    if (wanted.includes('pgbench')) yield createPgbench(ledger);
    if (wanted.includes('postgres')) yield await startOnPostgres(ledger);
    const withReadModel = ASKER_IDS.filter((id) => wanted.includes(id));
    if (withReadModel.length === 0) continue;
    const made = await makeReadModel(ledger);
    say(
      `  a read model of ${ledger.rows.toLocaleString('en')} rows, made in ${Math.round(made.loadSeconds)} s`,
    );
    for (const id of withReadModel) yield await startWithReadModel(ledger, id, made);
    made.folder.remove();
  }
}

/** Reads the service's answers to the list questions, which the bare servers return, too. */
async function readLists(ledger: Ledger): Promise<Record<string, string>> {
  const api = await ledger.startApi();
  const lists: Record<string, string> = {};
  for (const { choose } of QUESTIONS) {
    const { path } = choose(ledger.rows, createRandom(1));
    const wallet = walletOf(path);
    if (wallet !== null) lists[beginningOf(wallet)] = await (await fetch(api.url + path)).text();
  }
  await api.stop();
  return lists;
}

/** Verifies the service's answers first, then warms it up with each question. */
async function prepare(
  contender: Contender,
  questions: readonly ServingQuestion[],
  [smallest = 0]: readonly number[],
  { seconds, warmUp }: ServingOptions,
): Promise<void> {
  const { url, id, rows, measure } = contender;
  if (!url) return;
  const random = createRandom(0);
  const asked = questions.filter((question) => isAsked(contender, question));
  const chooseFrom = (question: ServingQuestion) => choose(contender, question, smallest, random, random);
  for (const question of rows === null ? [] : asked) {
    for (let i = 0; i < ASKED_TO_VERIFY; i++) await verify(url, chooseFrom(question), id);
  }
  for (const question of asked) {
    const next = () => chooseFrom(question);
    const requests = writeRequests(next, isLong(question) ? REQUESTS_OF_LONG : WARM_UP_REQUESTS);
    const warmUpSeconds = Math.max(1, Math.round((warmUp * seconds) / asked.length));
    await measure(question, requests, warmUpSeconds).finally(requests.remove);
  }
}

const isLong = (question: ServingQuestion) => question.type === 'list' && question.rows > REQUESTS_OF_LONG;

const isAsked = (contender: Contender, question: ServingQuestion) =>
  contender.isAsked(question) && !question.notFor.includes(contender.id);

/** Chooses a request to a server, with the headers of who asks. Bare servers have no ledger and get any. */
function choose(
  { rows, chooseHeader }: Contender,
  question: ServingQuestion,
  smallest: number,
  random: Random,
  ofAsker: Random,
): Required<ReturnType<ServingQuestion['choose']>> {
  const { path, expected, headers = [] } = question.choose(rows ?? smallest, random);
  return { path, expected, headers: chooseHeader ? [...headers, chooseHeader(ofAsker)] : headers };
}

async function verify(
  url: string,
  { path, expected, headers }: ReturnType<typeof choose>,
  id: ContenderId,
): Promise<void> {
  const response = await fetch(url + path, { headers: headers.map((header) => [...header]) });
  const text = await response.text();
  if (!isAnswered(expected, response.status, text))
    throw new Error(`${id} says ${text.slice(0, 200)} to ${path}, not ${Object.values(expected)}.`);
}

function isAnswered(expected: Expected, status: number, text: string): boolean {
  if ('status' in expected) return status === expected.status;
  if ('body' in expected) return text === expected.body;
  if ('rows' in expected) return (JSON.parse(text) as unknown[]).length === expected.rows;
  return (JSON.parse(text) as { wallets: unknown[] }).wallets.length === expected.wallets;
}

/** Asks every server the same questions about its own ledger. */
async function* takeTurns(
  contenders: readonly Contender[],
  question: ServingQuestion,
  round: number,
  { sizes: [smallest = 0], seconds }: ServingOptions,
): AsyncGenerator<Measured> {
  const count = isLong(question) ? REQUESTS_OF_LONG : Math.min(MAX_REQUESTS, seconds * REQUESTS_PER_SECOND);
  for (const contender of contenders) {
    const { id, rows } = contender;
    const [random, ofAsker] = [createRandom(round), createRandom(round)];
    const requests = writeRequests(() => choose(contender, question, smallest, random, ofAsker), count);
    const figures = await contender.measure(question, requests, seconds).finally(requests.remove);
    yield { round, question: question.name, contender: id, rows, ...figures };
  }
}
