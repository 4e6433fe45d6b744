/** `proof=true`: verifies every proof as a client does, and compares what it proves with the contracts. */
import type { LocalChain } from '@mandate/contracts';
import type { Question } from '@mandate/core';
import { type ProvenCheck, verifyAnswer } from '@mandate/proof';
import type { Compared } from '../compared.ts';
import { registryOf } from '../play.ts';
import { askAt } from './at-moment.ts';
import { compareBatch } from './batch.ts';
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

function compareProvenBatch(context: Context, moment: Moment): Promise<Compared> {
  const { resting } = context;
  const own = { ...context, chainIds: [resting.chain.chainId] };
  return compareBatch(own, moment, SIZES.batch, {
    fields: { proof: true },
    read: (answer, question) =>
      'proof' in answer ? verify(question, answer as ProvenCheck, resting) : JSON.stringify(answer),
  });
}
