/** A check: exactly one question, and its answer as JSON. */
import type { Answer, Question } from '@mandate/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CheckAnswers, type CheckSource, type Checks, presentAnswer } from '../../answers/checks.ts';
import { presentStanding } from '../../answers/present-grant.ts';
import { markImmutable } from '../../http/immutable.ts';
import { ProblemError } from '../../http/problems.ts';
import { isNow } from '../../request/at-block.ts';
import type { ServedChain, ServedChains } from '../../request/chains.ts';
import { blockHeaders, listBlockHeaders, SAFE_HEADER } from '../../request/freshness.ts';
import { createReadParameters, type Query } from '../../request/parameter.ts';
import { questionOf } from '../../request/question.ts';
import type { CheckOperation, CheckValues } from './operation.ts';

export interface CheckHandlerDependencies {
  readonly checks: Checks;
  readonly chains: ServedChains;
  readonly countCheck: (source: CheckSource) => void;
}

export function createCheckHandler(
  { registry, kind, parameters }: CheckOperation,
  { checks, chains, countCheck }: CheckHandlerDependencies,
) {
  const readParameters = createReadParameters(parameters);

  return (request: FastifyRequest, reply: FastifyReply) => {
    const values: CheckValues = readParameters(request.query as Query, request.params as Query);
    const chain = chains.get(values.chainId, registry);
    request.chainId = chain.chainId;
    const question = questionOf(registry, kind, values);
    if (values.explain) return explain(reply, chain, question, values);
    if (!isNow(values)) return answer(reply, chain, question, values);
    const known = checks.answerAtOnce(chain, question);
    countCheck(known ? 'read_model' : 'database');
    if (!known) return answer(reply, chain, question, values);
    reply.block = known.block.number;
    return reply.sendJson(presentAnswer(known.answer, values.numbers), listBlockHeaders(chain, known.block));
  };

  async function answer(
    reply: FastifyReply,
    chain: ServedChain,
    question: Question,
    values: CheckValues,
  ): Promise<string> {
    const answered = await checks.answer(chain, [question], values);
    const only = onlyOf(answered);
    announce(reply, chain, answered);
    return presentAnswer(only, values.numbers);
  }

  async function explain(
    reply: FastifyReply,
    chain: ServedChain,
    question: Question,
    values: CheckValues,
  ): Promise<string> {
    const explained = await checks.explain(chain, question, values);
    const answer = onlyOf(explained);
    announce(reply, chain, explained);
    const { block, safeBlock, reasons } = explained;
    // A `false` answer has no `because` entries.
    const because = answer ? reasons.map((each) => presentStanding(each, values.numbers)).join(',') : '';
    const safe = safeBlock === null ? '' : `,"safeBlock":${safeBlock}`;
    const value = presentAnswer(answer, values.numbers);
    return `{"value":${value},"because":[${because}],"block":${JSON.stringify(block)}${safe}}`;
  }
}

/** Returns the answer to the only question, or throws the problem why there is none. */
function onlyOf({ answers: [answer] }: CheckAnswers): Answer {
  if (answer === undefined) throw new TypeError('A check has lost its answer.');
  if (answer instanceof ProblemError) throw answer;
  return answer;
}

function announce(
  reply: FastifyReply,
  chain: ServedChain,
  { block, safeBlock, isFinal }: CheckAnswers,
): void {
  reply.block = block.number;
  reply.header('content-type', 'application/json; charset=utf-8').headers(blockHeaders(chain, block));
  if (safeBlock !== null) reply.header(SAFE_HEADER, safeBlock);
  if (isFinal) markImmutable(reply);
}
