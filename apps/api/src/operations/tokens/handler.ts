/** Which tokens may a wallet use? GET finds them, POST takes ids: both are the same question. */
import { presentUint } from '@mandate/feed';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { askAbout } from '../../access/keys/key-rules.ts';
import { createSpeller, presentBlock, presentGrantSince, presentUnknown } from '../../answers/present.ts';
import type { TokensAnswer, TokensQuestion } from '../../answers/tokens/tokens-page.ts';
import { linkToNext } from '../../http/next-link.ts';
import { ProblemError } from '../../http/problems.ts';
import { momentOf } from '../../request/at-block.ts';
import type { ServedChain } from '../../request/chains.ts';
import { claimOf, findClaimContradictions } from '../../request/claim-parameters.ts';
import { announce } from '../../request/freshness.ts';
import type { Numbers } from '../../request/parameters.ts';
import { createReadParameters, type Query, refuse } from '../../request/read-parameters.ts';
import { createTokensCursors } from '../../request/tokens-cursor.ts';
import type { Dependencies } from '../dependencies.ts';
import type { WireOf } from '../forms/form.ts';
import type { TOKENS_PAGE, USABLE_TOKENS } from './answer.ts';
import { CALLS_A_REQUEST } from './operation.ts';
import { identify, PAGE_PARAMETERS, questionOf, type TokensValues } from './parameters.ts';
import type { GivenIds } from './read-ids.ts';

export function createTokensHandlers({
  chains,
  readerFor,
  findAsker,
  answerTokens,
  cursors: allCursors,
  countRest,
}: Dependencies) {
  const readParameters = createReadParameters(PAGE_PARAMETERS);
  const cursors = createTokensCursors(allCursors);

  function getChain(request: FastifyRequest, values: TokensValues): ServedChain {
    const chain = chains.getWithAny(values.chainId, claimOf(values).registries);
    askAbout(request, [chain.chainId]);
    return chain;
  }

  async function ask(
    request: FastifyRequest,
    reply: FastifyReply,
    chain: ServedChain,
    question: TokensQuestion,
  ): Promise<TokensAnswer> {
    const countCalls = async (calls: number) =>
      countRest?.(request, reply, 1 + Math.ceil(calls / CALLS_A_REQUEST));
    const registries = question.registries.filter((name) => chain.registries[name]);
    const client = { reader: readerFor(request), asker: findAsker(request), countCalls };
    const answer = await answerTokens(client, chain, { ...question, registries });
    announce(reply, chain, { ...answer, isFinal: answer.isFinal && answer.unknown.length === 0 });
    return answer;
  }

  return {
    async page(request: FastifyRequest, reply: FastifyReply) {
      const values = readParameters(request.query as Query, {});
      momentOf(values);
      const errors = findClaimContradictions(values);
      if (errors.length > 0) throw refuse(errors);
      const chain = getChain(request, values);
      const asked = questionOf(values, { tokenIds: null, start: null });
      const identity = identify(chain.chainId, asked);
      const start = values.cursor === undefined ? null : await cursors.read(values.cursor, identity);
      const answer = await ask(request, reply, chain, { ...asked, start });
      const next = answer.next && (await cursors.write(identity, answer.next));
      if (next) reply.header('link', linkToNext(request, next));
      return { ...present(chain, answer, values.numbers), next } satisfies WireOf<typeof TOKENS_PAGE>;
    },

    async ofIds(request: FastifyRequest, reply: FastifyReply) {
      const body = request.body as GivenIds | undefined;
      const missing = 'The body is missing. Send JSON with Content-Type: application/json.';
      if (!body) throw new ProblemError('malformed_request', missing);
      const { tokenIds, values } = body;
      const chain = getChain(request, values);
      const answer = await ask(request, reply, chain, questionOf(values, { tokenIds, start: null }));
      return present(chain, answer, values.numbers);
    },
  };
}

function present(
  { chainId }: ServedChain,
  { tokens, unknownIds, unknown, standard, block, safeBlock }: TokensAnswer,
  numbers: Numbers | undefined,
): WireOf<typeof USABLE_TOKENS> {
  const spell = createSpeller();
  return {
    tokens: tokens.map(({ tokenId, holder, amount, grants }) => ({
      tokenId: presentUint(tokenId, numbers),
      holder: spell(holder),
      amount: amount === null ? null : presentUint(amount, numbers),
      grants: grants.map(({ delegation, since }) =>
        presentGrantSince(delegation, since.block, numbers, spell),
      ),
    })),
    complete: unknown.length === 0,
    unknownIds: unknownIds.map((id) => presentUint(id, numbers)),
    standard,
    block: presentBlock(chainId, block, safeBlock),
    unknown: unknown.map(presentUnknown),
  };
}
