/** May wallets claim? One wallet by GET, many by POST: both are the same question. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { askAbout } from '../../access/keys/key-rules.ts';
import type { EligibilityAnswer, EligibilityQuestion } from '../../answers/eligibility/eligibility.ts';
import { ProblemError } from '../../http/problems.ts';
import { momentOf } from '../../request/at-block.ts';
import { announce } from '../../request/freshness.ts';
import { createReadParameters, type Query, refuse } from '../../request/read-parameters.ts';
import type { Dependencies } from '../dependencies.ts';
import { ELIGIBILITY_PARAMETERS, findContradictions, questionOf } from './parameters.ts';
import { presentMany, presentOne } from './present.ts';
import { type ManyWallets, WALLETS_A_REQUEST } from './read-many.ts';

export function createEligibilityHandlers({
  chains,
  readerFor,
  findAsker,
  answerEligibility,
  countRest,
}: Dependencies) {
  const readParameters = createReadParameters(ELIGIBILITY_PARAMETERS);

  async function ask(
    request: FastifyRequest,
    reply: FastifyReply,
    chainId: number | undefined,
    question: EligibilityQuestion,
  ): Promise<EligibilityAnswer & { readonly chainId: number }> {
    const chain = chains.getWithAny(chainId, question.registries);
    askAbout(request, [chain.chainId]);
    const registries = question.registries.filter((name) => chain.registries[name]);
    const answer = await answerEligibility({ reader: readerFor(request), asker: findAsker(request) }, chain, {
      ...question,
      registries,
    });
    const isComplete = answer.answers.every(({ unknown }) => unknown.length === 0);
    announce(reply, chain, { ...answer, isFinal: answer.isFinal && isComplete });
    return { ...answer, chainId: chain.chainId };
  }

  return {
    async one(request: FastifyRequest, reply: FastifyReply) {
      const { wallet, vault, ...values } = readParameters(request.query as Query, {});
      momentOf(values);
      const errors = findContradictions({ ...values, wallet, vault });
      if (errors.length > 0) throw refuse(errors);
      const question = questionOf(values, { wallets: [wallet], vault: vault ?? null });
      const answer = await ask(request, reply, values.chainId, question);
      return presentOne(answer.chainId, answer, values.numbers);
    },

    async many(request: FastifyRequest, reply: FastifyReply) {
      const body = request.body as ManyWallets | undefined;
      const missing = 'The body is missing. Send JSON with Content-Type: application/json.';
      if (!body) throw new ProblemError('malformed_request', missing);
      const { wallets, values } = body;
      await countRest?.(request, reply, Math.ceil(wallets.length / WALLETS_A_REQUEST));
      const answer = await ask(request, reply, values.chainId, questionOf(values, { wallets, vault: null }));
      return presentMany(answer.chainId, answer, values.numbers);
    },
  };
}
