/** Answers how many votes addresses have. Tallies wait in a lane of their own, in which each key and network has its turn. */
import { checksum } from '@mandate/read-model/checksum';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { askAbout } from '../../access/keys/key-rules.ts';
import { EVERYBODY } from '../../access/limit/shares.ts';
import { unknownScores } from '../../answers/votes/count-votes.ts';
import { createFairQueue } from '../../http/fair-queue.ts';
import { ProblemError } from '../../http/problems.ts';
import { announce } from '../../request/freshness.ts';
import type { Dependencies } from '../dependencies.ts';
import type { WireOf } from '../forms/form.ts';
import type { SCORES } from './answer.ts';
import { ADDRESSES_A_REQUEST, type ScoreQuestion } from './read-question.ts';

const AT_ONCE = 4;
const AT_ONCE_OF_LANE = 2;
/** Snapshot waits for 20 seconds. A step may take five, so none begins later than this. */
const LAST_STEP_MS = 9_000;
const TOO_MANY = 'Too many votes are being counted. Try again shortly.';
const LATE = 'There was no time left to read all of it. Try again: what was read of a final block is kept.';

export function createScoreHandler({
  chains,
  readerFor,
  findAsker,
  scoreVotes,
  countRest,
}: Pick<Dependencies, 'chains' | 'readerFor' | 'findAsker' | 'scoreVotes' | 'countRest'>) {
  const runInTurn = createFairQueue({ places: AT_ONCE, maxOfLane: AT_ONCE_OF_LANE, detail: TOO_MANY });

  return async (request: FastifyRequest, reply: FastifyReply): Promise<WireOf<typeof SCORES>> => {
    const lateAt = performance.now() + LAST_STEP_MS;
    const question = request.body as ScoreQuestion | undefined;
    const missing = 'The body is missing. Send JSON with Content-Type: application/json.';
    if (!question) throw new ProblemError('malformed_request', missing);
    const { addresses, chainId } = question;
    const chain = chains.getWithAny(chainId, question.registries);
    askAbout(request, [chain.chainId]);
    await countRest?.(request, reply, Math.ceil(addresses.length / ADDRESSES_A_REQUEST));
    const asker = findAsker(request);
    const lane = `${request.apiKey?.id ?? ''} ${asker.lanes.at(-1) ?? EVERYBODY}`;
    const assertTime = () => {
      if (performance.now() > lateAt) throw unknownScores(LATE);
    };
    const { votes, block, isFinal } = await runInTurn(lane, () =>
      scoreVotes({ reader: readerFor(request), asker, assertTime }, chain, {
        ...question,
        registries: question.registries.filter((name) => chain.registries[name]),
        voters: [...new Set(addresses)],
      }),
    );
    announce(reply, chain, { block, safeBlock: null, isFinal });
    return {
      score: addresses.map((address) => ({
        address: checksum(address),
        score: String(votes.get(address) ?? 0n),
      })),
    };
  };
}
