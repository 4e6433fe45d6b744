/** How many requests that read many rows a client may have under way: each of them may last, and read, for long. */
import type { FastifyInstance } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { ProblemError } from '../problems.ts';
import type { FindHolder } from './holder.ts';
import { createShares, EVERYBODY, levelsOf } from './shares.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It reads many rows, and may last. */
    heavy?: true;
  }
}

/** For each process. */
const CAPS = { client: 10, key: 50, total: 500 };
const RETRY_AFTER_S = 2;

/** Comes after keys and limits were looked at. */
export function addHeavyLimit(
  app: FastifyInstance,
  { findHolder, registry }: { findHolder: FindHolder; registry: Registry },
): void {
  const shares = createShares();
  const refused = new Counter({
    name: 'mandate_api_heavy_refused_total',
    help: 'Lists, snapshots and the like that were refused, as too many were under way',
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
    ? new ProblemError('overloaded', 'Too many lists are under way.')
    : new ProblemError(
        'rate_limited',
        'Too many lists of this client are under way: ask for the next when one has ended.',
        undefined,
        RETRY_AFTER_S,
      );
}
