/** A batch: up to a thousand checks of any kind, chain and registry, and all of one chain at one block. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { assertChains } from '../../access/keys/key-rules.ts';
import { LIMIT } from '../../access/limit/window.ts';
import { presentAnswer, presentChain, presentProblem, presentProven } from '../../answers/present.ts';
import { ProblemError } from '../../http/problems.ts';
import { PROOF_UNITS } from '../../request/proof.ts';
import { createUnderWay } from '../../request/under-way.ts';
import type { Dependencies } from '../dependencies.ts';
import type { WireOf } from '../forms/form.ts';
import type { BATCH_ANSWER } from './answer.ts';
import { type BatchAnswer, createAnswerBatch } from './answer-batch.ts';
import { type Batch, chainOf } from './read-batch.ts';

/** So many checks count as one request of a client without a key: a full batch is all that it may ask in its time. */
const CHECKS_A_REQUEST = 40;
const MAX_CHECKS_UNDER_WAY = 20_000;

export function createBatchHandler(dependencies: Dependencies) {
  const { countRest, findAsker } = dependencies;
  const answerBatch = createAnswerBatch(dependencies);
  const tooMany = 'Too many checks of batches are in progress. Try again shortly.';
  const runUnderWay = createUnderWay(MAX_CHECKS_UNDER_WAY, tooMany);

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const batch = request.body as Batch | undefined;
    const missing = 'The body is missing. Send JSON with Content-Type: application/json.';
    if (!batch) throw new ProblemError('malformed_request', missing);
    assertChains(request, [...new Set(batch.checks.map(chainOf))]);
    return runUnderWay(batch.checks.length, async () => {
      await countRest?.(request, reply, unitsOf(batch));
      const { answers, named } = await answerBatch(batch, findAsker(request));
      const [first, second] = named;
      if (first && !second) request.chainId = first.chainId;
      const present = (answer: BatchAnswer) => presentBatchAnswer(answer, batch.numbers);
      const answered: WireOf<typeof BATCH_ANSWER> = {
        answers: answers.map(present),
        chains: named.map(presentChain),
      };
      return answered;
    });
  };
}

/** A full batch is all that a client without a key may ask in its time, with proofs or without. */
function unitsOf({ checks, proof }: Batch): number {
  return proof ? Math.min(LIMIT, PROOF_UNITS * checks.length) : Math.ceil(checks.length / CHECKS_A_REQUEST);
}

function presentBatchAnswer(answer: BatchAnswer, numbers: Batch['numbers']) {
  if (answer instanceof ProblemError) return { value: null, ...presentProblem(answer) };
  return typeof answer === 'object'
    ? presentProven(answer, numbers)
    : { value: presentAnswer(answer, numbers) };
}
