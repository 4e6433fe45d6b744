/** `POST /batch`: up to a thousand checks of any kind, chain and registry, and all of one chain at one block. */
import type { FastifyInstance } from 'fastify';
import type { CountRest } from '../../access/limit/limit.ts';
import { ProblemError } from '../../http/problems.ts';
import type { ServedChains } from '../../request/chains.ts';
import { createAnswerBatch } from './answer-batch.ts';
import type { AnswerDependencies } from './answer-chain.ts';
import { presentBatch } from './present.ts';
import { type Batch, readBatch } from './read-batch.ts';
import { createUnderWay } from './under-way.ts';

export interface BatchDependencies extends AnswerDependencies {
  readonly chains: ServedChains;
  /** Null: clients are not limited. */
  readonly countRest: CountRest | null;
}

const PATH = '/batch';
const MOST_BODY_BYTES = 2 ** 20;
/** So many checks count as one request of a client without a key: a full batch is all that it may ask in its time. */
const CHECKS_A_REQUEST = 40;
/** What pages of other origins may send. */
const CORS = { methods: ['POST'], allowedHeaders: ['Content-Type', 'X-API-KEY', 'X-Request-Id'] };

export async function addBatch(app: FastifyInstance, dependencies: BatchDependencies): Promise<void> {
  const { countRest } = dependencies;
  const answerBatch = createAnswerBatch(dependencies);
  const runUnderWay = createUnderWay();

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) =>
      readBatch(body),
    );
    scope.options(PATH, { config: { cors: CORS } }, () => {});
    scope.post<{ Body: Batch | undefined }>(
      PATH,
      { bodyLimit: MOST_BODY_BYTES, config: { operation: 'batch', weight: 'list', countsRest: true } },
      async (request, reply) => {
        const { body: batch } = request;
        if (!batch)
          throw new ProblemError('malformed_request', 'The body is missing: send JSON, and say so.');
        return runUnderWay(batch.checks.length, async () => {
          await countRest?.(request, reply, Math.ceil(batch.checks.length / CHECKS_A_REQUEST));
          const { answers, named } = await answerBatch(batch);
          const [first, second] = named;
          if (first && !second) request.chainId = first.chainId;
          reply.header('content-type', 'application/json; charset=utf-8');
          return presentBatch(answers, named, batch.numbers);
        });
      },
    );
  });
}
