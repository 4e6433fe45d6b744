/** Limits how many requests that read many rows a client may have in progress: each of them may take long. */
import type { FastifyInstance } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { ProblemError } from '../../http/problems.ts';
import type { FindHolder } from './holder.ts';
import { createShares, EVERYBODY, levelsOf } from './shares.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation reads many rows and may take long. */
    heavy?: true | undefined;
  }
}

/** For each process. */
const CAPS = { client: 10, key: 50, total: 500 };
const RETRY_AFTER_S = 2;

/** Runs after the check of keys and limits. */
export function addHeavyLimit(
  app: FastifyInstance,
  { findHolder, registry }: { findHolder: FindHolder; registry: Registry },
): void {
  const shares = createShares();
  const refused = new Counter({
    name: 'mandate_api_heavy_refused_total',
    help: 'Lists, snapshots and /resolve requests refused, because too many were in progress',
    registers: [registry],
  });

  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.heavy) return done();
    const levels = levelsOf(findHolder(request), CAPS);
    const full = shares.take(levels, 1);
    if (full) {
      refused.inc();
      return done(describe(full.name === EVERYBODY));
    }
    let isTaken = true;
    const give = () => {
      if (isTaken) shares.give(levels, 1);
      isTaken = false;
    };
    reply.raw.once('finish', give).once('close', give);
    done();
  });
}

function describe(isOfEverybody: boolean): ProblemError {
  return isOfEverybody
    ? new ProblemError('overloaded', 'Too many lists are in progress.')
    : new ProblemError(
        'rate_limited',
        'This client has too many lists in progress: ask for the next when one has ended.',
        undefined,
        RETRY_AFTER_S,
      );
}
