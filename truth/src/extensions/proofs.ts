/** `proof=true`: verifies every proof as a client does, and compares what it proves with the contracts. */
import { createRandom, type LocalChain } from '@mandate/contracts';
import { type Question, viewOfQuestion } from '@mandate/core';
import { type ProvenCheck, verifyAnswer } from '@mandate/proof';
import { show } from '../compare.ts';
import { type Compared, tellApart } from '../compared.ts';
import { askViews } from '../contract-answers.ts';
import { nameGrant } from '../names.ts';
import { registryOf } from '../play.ts';
import { parametersOf } from '../records.ts';
import { askAt, nameAt } from './at-moment.ts';
import { type Asking, compareParts } from './compare-extensions.ts';
import { askCheck, type ComparedQuestion } from './compared-question.ts';
import type { Context } from './context.ts';
import { chooseMoments, type Moment } from './moments.ts';
import { chooseQuestions } from './questions.ts';
import type { RestingChain } from './resting-chain.ts';

/** The number of questions at one moment, alone and in a batch. */
const SIZES = { checks: 15, batch: 10 } as const;

/** Requires that the chain does not change and that the service has indexed all of it. */
export function compareProofs(chain: LocalChain, asking: Asking): Promise<Compared> {
  return compareParts(chain, asking, (context) =>
    chooseMoments(context.resting, context.random)
      // A strict answer has no proof.
      .filter(({ safe }) => !safe)
      .map((moment) => ({
        name: moment.name,
        compare: () => [compareChecks(context, moment), compareProvenBatch(context, moment)],
      })),
  );
}

async function compareChecks(context: Context, moment: Moment): Promise<Compared> {
  const questions = await chooseQuestions(context, moment, SIZES.checks);
  const asked = questions.map((question) => askProven(question, context.resting));
  const { differences } = await askAt(context, moment, asked);
  return { questions: asked.length, differences };
}

function askProven(question: Question, resting: RestingChain): ComparedQuestion {
  const check = askCheck(question);
  return {
    ...check,
    name: `proven ${check.name}`,
    query: { ...check.query, proof: 'true' },
    read: (body) => verify(question, JSON.parse(body) as ProvenCheck, resting),
  };
}

/** Returns what a proof proves, or what is wrong with it, which no registry would answer. */
function verify(question: Question, { value, block, proof }: ProvenCheck, { chain, blocks }: RestingChain) {
  try {
    const { slots, nodes } = proof;
    const registry = registryOf(chain, question.registry);
    const { answer, header } = verifyAnswer({ question, registry, header: block.header, slots, nodes });
    if (blocks[block.number]?.hash !== header.hash) return `proven at ${header.hash}, not at ${block.number}`;
    return String(value) === String(answer) ? answer : `${value}, with a proof of ${answer}`;
  } catch (error) {
    return String(error);
  }
}

async function compareProvenBatch(context: Context, moment: Moment): Promise<Compared> {
  const { service, resting } = context;
  const { chain } = resting;
  const own = { ...context, random: createRandom(moment.at.number) };
  const questions = (await chooseQuestions(own, moment, SIZES.batch)).slice(0, SIZES.batch);
  const checks = questions.map((question) => ({
    registry: question.registry,
    kind: question.kind,
    chainId: chain.chainId,
    ...parametersOf(question),
  }));
  const { status, body } = await service.post('/batch', {
    checks,
    ...moment.query,
    proof: true,
    numbers: 'string',
  });
  const name = nameAt('proven batch', moment, resting);
  if (status !== 200)
    return { questions: questions.length, differences: tellApart(name, `${status} ${body}`, 'answers') };
  const { answers } = JSON.parse(body) as { readonly answers: readonly ProvenCheck[] };
  const views = questions.map((question) => ({
    registry: question.registry,
    view: viewOfQuestion(question),
  }));
  const expected = await askViews(chain, views, moment.at.hash);
  return {
    questions: questions.length,
    differences: questions.flatMap((question, i) => {
      const answer = answers[i];
      const ours = answer?.proof ? verify(question, answer, resting) : JSON.stringify(answer);
      return tellApart(`${name}, ${nameGrant(question)}`, show(ours), show(expected[i]));
    }),
  };
}
