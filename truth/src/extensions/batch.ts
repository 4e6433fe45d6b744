/** `POST /batch`: compares many checks of both registries and all chains with the contracts. */
import { createRandom, integer, pick, type Random } from '@mandate/contracts';
import type { Answer, Question } from '@mandate/core';
import { answerCheck } from '../answer-check.ts';
import { show } from '../compare.ts';
import { type Compared, type Difference, tellApart } from '../compared.ts';
import { askChecks } from '../contract-answers.ts';
import { nameGrant } from '../names.ts';
import { parametersOf, readAnswer } from '../records.ts';
import { nameAt } from './at-moment.ts';
import { chooseOne } from './choose.ts';
import type { Context } from './context.ts';
import type { Moment } from './moments.ts';
import { findNamed } from './named-block.ts';
import { chooseQuestions } from './questions.ts';
import type { Block } from './resting-chain.ts';

interface Check {
  readonly chainId: number;
  readonly question: Question;
}

interface CheckAnswer {
  readonly value: boolean | string | null;
  readonly code?: string;
}

interface BatchAnswer {
  readonly answers: readonly CheckAnswer[];
  readonly chains: readonly {
    readonly chainId: number;
    readonly known: boolean;
    readonly block?: {
      readonly number: number;
      readonly hash: string | null;
      readonly timestamp: number | null;
    };
    readonly safeBlock?: number;
  }[];
}

/** Reads the answer to a check, with `fields` in the request. */
interface Reading {
  readonly fields: Readonly<Record<string, unknown>>;
  read(answer: CheckAnswer, question: Question): Answer | string;
}

const PLAIN: Reading = {
  fields: {},
  read: ({ value, code }) => (value === null ? `unknown: ${code}` : readAnswer(value)),
};

export async function compareBatch(
  context: Context,
  moment: Moment,
  count: number,
  { fields, read } = PLAIN,
): Promise<Compared> {
  const { service, resting } = context;
  const random = createRandom(integer(context.random, 0, 2 ** 31 - 2));
  const own = resting.chain.chainId;
  // A block number means another moment on every chain.
  const isNumbered = 'atBlock' in moment.query || 'minBlock' in moment.query;
  const chainIds = isNumbered ? [own] : context.chainIds;
  const checks = (await chooseQuestions(context, moment, count)).map((question) => ({
    question,
    chainId: chooseOne(random, chainIds),
  }));
  const written = checks.map((check) => write(check, random));
  const reply = await service.post('/batch', {
    ...{ checks: written, ...moment.query, ...fields, numbers: 'string' },
  });
  const questions = checks.filter(({ chainId }) => chainId === own).length;
  const name = nameAt(`batch of ${checks.length} checks`, moment, resting);
  if (reply.status !== 200)
    return { questions, differences: tellApart(name, `${reply.status} ${reply.body}`, 'answers') };
  const answer = JSON.parse(reply.body) as BatchAnswer;
  const block = readBlock(context, moment, answer);
  if (typeof block === 'string')
    return { questions, differences: tellApart(name, block, 'a block asked for') };
  const readOne = (one: CheckAnswer | undefined, { question }: Check) =>
    one ? read(one, question) : undefined;
  const isOpen = ({ question, ours, chainId }: Answered) =>
    ours === 'unknown: history_uncertain' &&
    (chainId !== own || (moment.isPast && context.isUnknowable([question.registry], question.from)));
  const known = checks
    .map((check, i) => ({ ...check, ours: readOne(answer.answers[i], check) }))
    .filter((each) => !isOpen(each));
  return {
    questions,
    unknown: checks.length - known.length,
    differences: [
      ...tellApart(`${name}: how many answers`, String(answer.answers.length), String(checks.length)),
      ...(await compareAnswers(context, moment, block, known)),
    ],
  };
}

/** Writes a check with the field names of either registry. */
function write({ chainId, question }: Check, random: Random): Record<string, unknown> {
  const { from, to, ...scope } = parametersOf(question);
  const parties = pick(random, [
    { from, to },
    { vault: from, delegate: to },
  ]);
  return { registry: question.registry, kind: question.kind, chainId, ...parties, ...scope };
}

/** Returns the block of the compared chain, or what is wrong with it. */
function readBlock({ resting }: Context, moment: Moment, { chains }: BatchAnswer): Block | string {
  const chain = chains.find(({ chainId }) => chainId === resting.chain.chainId);
  if (!chain?.known || !chain.block) return JSON.stringify(chains);
  return findNamed({ ...chain.block, safe: chain.safeBlock ?? null }, moment, resting);
}

type Answered = Check & { readonly ours: Answer | string | undefined };

/** Compares at the blocks of the moment, and at the block that the answer names. */
async function compareAnswers(
  { resting, steady }: Context,
  moment: Moment,
  named: Block,
  answered: readonly Answered[],
): Promise<Difference[]> {
  const { chain } = resting;
  const own = answered.filter(({ chainId }) => chainId === chain.chainId);
  const questions = own.map(({ question }) => question);
  const blocks = moment.at === named ? [named] : [moment.at, named];
  const atEach = moment.safe
    ? [questions.map((question) => answerCheck(question, steady.delegations))]
    : await Promise.all(blocks.map(({ hash }) => askChecks(chain, questions, hash)));
  return own.flatMap(({ question, ours }, i) => {
    const name = nameAt(`check ${nameGrant(question)} in a batch`, moment, resting);
    return atEach.flatMap((answers) => tellApart(name, show(ours), show(answers[i])));
  });
}
