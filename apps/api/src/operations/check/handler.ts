/** A check: exactly one question, and its answer as JSON. */
import type { Question } from '@mandate/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { askAbout } from '../../access/keys/key-rules.ts';
import type { CheckAnswers } from '../../answers/checks.ts';
import { presentAnswer, presentGrantSince, presentProven } from '../../answers/present.ts';
import { ProblemError } from '../../http/problems.ts';
import { isNow } from '../../request/at-block.ts';
import type { ServedChain } from '../../request/chains.ts';
import { announce, listBlockHeaders } from '../../request/freshness.ts';
import { findProofConflicts } from '../../request/proof.ts';
import { questionOf } from '../../request/question.ts';
import { createReadParameters, type Query, refuse } from '../../request/read-parameters.ts';
import { refuseOtherVersion } from '../../request/refused-parameters.ts';
import type { Dependencies } from '../dependencies.ts';
import type { CheckOperation, CheckValues } from './operation.ts';

export function createCheckHandler(
  { registry, kind, parameters }: CheckOperation,
  { checks, proofs, chains, findAsker, countCheck }: Dependencies,
) {
  const readParameters = createReadParameters(parameters, refuseOtherVersion(registry, 'rights'));

  return (request: FastifyRequest, reply: FastifyReply) => {
    const values: CheckValues = readParameters(request.query as Query, request.params as Query);
    const conflicts = findProofConflicts(values);
    if (conflicts.length > 0) throw refuse(conflicts);
    const chain = chains.get(values.chainId, registry);
    askAbout(request, [chain.chainId]);
    const question = questionOf(registry, kind, values);
    if (values.proof) return prove(request, reply, chain, question, values);
    if (values.explain) return explain(reply, chain, question, values);
    if (!isNow(values)) return answer(reply, chain, values, checks.answer(chain, [question], values));
    const known = checks.answerAtOnce(chain, question);
    countCheck(known ? 'read_model' : 'database');
    if (!known) return answer(reply, chain, values, checks.answerFromDatabase(chain, [question], values));
    reply.block = known.block.number;
    const body = JSON.stringify(presentAnswer(known.answer, values.numbers));
    return reply.sendJson(body, listBlockHeaders(chain, known.block));
  };

  async function answer(
    reply: FastifyReply,
    chain: ServedChain,
    values: CheckValues,
    answered: Promise<CheckAnswers>,
  ) {
    const only = announceOnly(reply, chain, await answered);
    return JSON.stringify(presentAnswer(only, values.numbers));
  }

  async function explain(reply: FastifyReply, chain: ServedChain, question: Question, values: CheckValues) {
    const { reasons, ...explained } = await checks.explain(chain, question, values);
    const only = announceOnly(reply, chain, explained);
    const { block, safeBlock } = explained;
    // A `false` answer has no `because` entries.
    const because = (only ? reasons : []).map(({ delegation, block, transaction, timestamp }) => {
      return { ...presentGrantSince(delegation, block, values.numbers), transaction, since: timestamp };
    });
    const value = presentAnswer(only, values.numbers);
    return JSON.stringify({ value, because, block, safeBlock: safeBlock ?? undefined });
  }

  async function prove(
    request: FastifyRequest,
    reply: FastifyReply,
    chain: ServedChain,
    question: Question,
    values: CheckValues,
  ) {
    const proven = await proofs.answer(chain, [question], values, findAsker(request));
    return JSON.stringify(presentProven(announceOnly(reply, chain, proven), values.numbers));
  }
}

/** Returns the answer to the only question, or throws the problem why there is none. */
function announceOnly<T>(
  reply: FastifyReply,
  chain: ServedChain,
  answered: Omit<CheckAnswers, 'answers'> & { readonly answers: readonly (T | ProblemError)[] },
): T {
  const [answer] = answered.answers;
  if (answer === undefined) throw new TypeError('Expected the answer of one check, and got none.');
  if (answer instanceof ProblemError) throw answer;
  announce(reply.header('content-type', 'application/json; charset=utf-8'), chain, answered);
  return answer;
}
