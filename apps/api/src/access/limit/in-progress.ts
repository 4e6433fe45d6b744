/** Limits what clients may have in progress: bytes of bodies that arrive, and requests that read many rows. */
import type { EventEmitter } from 'node:events';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { addGauge } from '../../http/gauge.ts';
import { ProblemError } from '../../http/problems.ts';
import { type Caps, createShares, EVERYBODY, type FindHolder, type Holder, levelsOf } from './shares.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation reads many rows and may take long. */
    heavy?: true | undefined;
  }
}

const MIB = 2 ** 20;
/** In bytes, for each process. A batch has 1 MiB at most. */
const BODY_CAPS: Caps = { client: 4 * MIB, key: 8 * MIB, total: 48 * MIB };
/** For each process. */
const HEAVY_CAPS: Caps = { client: 10, key: 50, total: 500 };
const RETRY_AFTER_S = 2;

/** `findHolder` names the client that a request is counted for; `registry` collects the metrics. */
type Edge = { readonly findHolder: FindHolder; readonly registry: Registry };

/** Refuses a body before it is read, as its bytes wait in memory. Runs after the check of keys and limits. */
export function addBodyLimit(app: FastifyInstance, { findHolder, registry }: Edge): void {
  const { hold, held } = createHolding(BODY_CAPS, {
    refused: new Counter({
      name: 'mandate_api_bodies_refused_total',
      help: 'Requests refused before their body was read, because too many bytes of bodies were arriving',
      registers: [registry],
    }),
    overloaded: 'Too many requests with a body are in progress. Try again shortly.',
    limited: 'This client has too many requests with a body in progress. Wait until one is answered.',
  });
  const help = 'Bytes of bodies that are arriving, as their headers announce them';
  addGauge(registry, 'mandate_api_body_bytes', help, held);
  app.addHook('preParsing', function limitBodies(request, _reply, payload, done) {
    const bytes = bytesOf(request);
    // All of it was read, or its connection broke.
    done(bytes === 0 ? null : hold(findHolder(request), bytes, request.raw, 'end'), payload);
  });
}

/** Runs after the check of keys and limits. */
export function addHeavyLimit(app: FastifyInstance, { findHolder, registry }: Edge): void {
  const { hold } = createHolding(HEAVY_CAPS, {
    refused: new Counter({
      name: 'mandate_api_heavy_refused_total',
      help: 'Lists, snapshots, /resolve and /wallets requests refused, because too many were in progress',
      registers: [registry],
    }),
    overloaded: 'Too many lists are in progress. Try again shortly.',
    limited: 'This client has too many lists in progress. Wait until one has ended.',
  });
  app.addHook('onRequest', function limitLists(request, reply, done) {
    const { heavy } = request.config;
    done((heavy && hold(findHolder(request), 1, reply.raw, 'finish')) || undefined);
  });
}

function createHolding(
  caps: Caps,
  { refused, overloaded, limited }: { refused: Counter; overloaded: string; limited: string },
) {
  const shares = createShares();

  /** Holds an amount until this event, or until the connection closes. Returns a problem if there is no room. */
  function hold(holder: Holder | null, amount: number, until: EventEmitter, event: string) {
    const levels = levelsOf(holder, caps);
    const full = shares.take(levels, amount);
    if (full) {
      refused.inc();
      return full.name === EVERYBODY
        ? new ProblemError('overloaded', overloaded)
        : new ProblemError('rate_limited', limited, undefined, RETRY_AFTER_S);
    }
    let isTaken = true;
    const give = () => {
      if (isTaken) shares.give(levels, amount);
      isTaken = false;
    };
    until.once(event, give).once('close', give);
    return null;
  }

  return { hold, held: () => shares.held.get(EVERYBODY) ?? 0 };
}

/** A body of unknown length counts as the longest that the route takes. One that is too long is refused unread. */
function bytesOf(request: FastifyRequest): number {
  const { headers } = request.raw;
  const announced = headers['transfer-encoding'] ? Infinity : Number(headers['content-length'] ?? 0);
  return announced === 0 ? 0 : Math.min(announced, request.routeOptions.bodyLimit);
}
