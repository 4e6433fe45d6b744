/** Adds who may ask, and how much: keys, limits, and turns of clients. */
import { createKeyStore, createUsageStore, type Database, type KeyStore, type Reader } from '@mandate/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createFairQueue, takeTurns } from '../http/fair-queue.ts';
import { createKeyCheck } from './keys/key-check.ts';
import { addKeys } from './keys/keys.ts';
import { createSightings } from './keys/origins-of-keys.ts';
import type { Pepper } from './keys/pepper.ts';
import type { LimitConfig } from './limit/ceilings.ts';
import { addConnectionLimit } from './limit/connections.ts';
import { addBodyLimit, addHeavyLimit } from './limit/in-progress.ts';
import { addLimit } from './limit/limit.ts';
import { createRedisShares } from './limit/redis-shares.ts';
import { createFindAsker, createFindHolder, laneOf } from './limit/shares.ts';
import { createUsage } from './usage/usage.ts';

interface AccessOptions {
  /** `null` if requests are not limited. */
  readonly limit: LimitConfig | null;
  readonly peppers: readonly Pepper[];
  readonly publicUrl: string;
  readonly accounts: Database;
  readonly registry: Registry;
  readonly countKeyLookups: (find: KeyStore['findValid']) => KeyStore['findValid'];
  /** Called for each answer, before its use is counted. */
  readonly onAnswer: (request: FastifyRequest, reply: FastifyReply) => void;
  readonly log: Logger;
}

export async function addAccess(
  app: FastifyInstance,
  { limit, peppers, publicUrl, accounts, registry, countKeyLookups, onAnswer, log }: AccessOptions,
) {
  const keys = createKeyStore(accounts);
  const sightings = createSightings();
  const checkKey = createKeyCheck({ findValid: countKeyLookups(keys.findValid), peppers });
  addKeys(app, { checkKey, sightings, registry, publicUrl });
  const usage = createUsage({ usage: createUsageStore(accounts), keys, sightings, log });
  app.addHook('onClose', () => usage.close());
  app.decorateRequest('chainId', 0);
  app.addHook('onResponse', function countAnswer(request, reply, done) {
    onAnswer(request, reply);
    usage.countAnswer(request, reply);
    done();
  });
  const findHolder = createFindHolder(limit?.trustedHops ?? null);
  const edge = { findHolder, registry };
  const [streamShares, countRest] = await Promise.all([
    limit?.redisUrl ? createRedisShares(limit.redisUrl, log) : null,
    limit && addLimit(app, limit, { ...edge, log }),
  ]);
  if (limit?.trustedHops === 0) addConnectionLimit(app.server, registry);
  addBodyLimit(app, edge);
  addHeavyLimit(app, edge);

  return {
    ...edge,
    streamShares,
    countRest,
    findAsker: createFindAsker(findHolder),
    /** Divides connections among clients. One client never takes the last of them, if clients are told apart. */
    createReaderFor(reader: Reader, places: number) {
      const maxOfLane = limit ? places - 1 : places;
      const readerOf = takeTurns(reader, createFairQueue({ places, maxOfLane }));
      return (request: FastifyRequest) => readerOf(laneOf(findHolder(request)));
    },
  };
}
