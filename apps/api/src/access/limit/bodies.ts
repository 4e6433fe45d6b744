/** Limits the bytes of bodies that arrive at once. A body is refused before it is read, as its bytes wait in memory. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import { ProblemError } from '../../http/problems.ts';
import type { FindHolder } from './holder.ts';
import { createShares, EVERYBODY, levelsOf } from './shares.ts';

const MIB = 2 ** 20;
/** In bytes, for each process. A batch has 1 MiB at most. */
const CAPS = { client: 4 * MIB, key: 8 * MIB, total: 48 * MIB };
const RETRY_AFTER_S = 2;

/** Runs after the check of keys and limits, for every route that takes a body. */
export function addBodyLimit(
  app: FastifyInstance,
  { findHolder, registry }: { findHolder: FindHolder; registry: Registry },
): void {
  const shares = createShares();
  let taken = 0;
  const refused = new Counter({
    name: 'mandate_api_bodies_refused_total',
    help: 'Requests refused before their body was read, because too many bytes of bodies were arriving',
    registers: [registry],
  });
  new Gauge({
    name: 'mandate_api_body_bytes',
    help: 'Bytes of bodies that are arriving, as their headers announce them',
    registers: [registry],
    collect() {
      this.set(taken);
    },
  });

  app.addHook('preParsing', (request, _reply, payload, done) => {
    const bytes = bytesOf(request.raw.headers, request.routeOptions.bodyLimit);
    if (bytes === 0) return done(null, payload);
    const levels = levelsOf(findHolder(request), CAPS);
    const full = shares.take(levels, bytes);
    if (full) {
      refused.inc();
      return done(describe(full.name === EVERYBODY));
    }
    taken += bytes;
    let isTaken = true;
    const give = () => {
      if (!isTaken) return;
      isTaken = false;
      taken -= bytes;
      shares.give(levels, bytes);
    };
    // All of it was read, or its connection broke.
    request.raw.once('end', give).once('close', give);
    done(null, payload);
  });
}

/** A body of unknown length counts as the longest that the route takes. One that is too long is refused unread. */
function bytesOf(headers: IncomingHttpHeaders, max: number): number {
  if (headers['transfer-encoding'] !== undefined) return max;
  return Math.min(Number(headers['content-length'] ?? 0), max);
}

function describe(isOfEverybody: boolean): ProblemError {
  return isOfEverybody
    ? new ProblemError('overloaded', 'Too many requests with a body are in progress.')
    : new ProblemError(
        'rate_limited',
        'This client has too many requests with a body in progress: send the next when one is answered.',
        undefined,
        RETRY_AFTER_S,
      );
}
