/** `X-API-KEY` of every operation but those of v1: a valid key says who asks. A wrong one is refused, never taken for none. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { ProblemError } from '../../http/problems.ts';
import { kindOf } from './api-key.ts';
import type { CheckedKey } from './checked-key.ts';
import type { KeyCheck } from './key-check.ts';
import { findBrokenRule, isFromListedOrigin, refuseOrigin, showOrigin } from './key-rules.ts';
import type { Sightings } from './origins-of-keys.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A key that comes with a request is checked, and says who asks. */
    takesKeys?: boolean | undefined;
    /** The key may also come in the query: whoever asks can set a URL, but no headers. */
    takesKeyInUrl?: true | undefined;
  }
  interface FastifyRequest {
    /** The valid key that came with it, and whose rules it keeps. v1 knows no keys. */
    apiKey?: CheckedKey;
  }
}

type Query = Readonly<Record<string, unknown>>;

interface KeyOptions {
  readonly checkKey: KeyCheck;
  readonly sightings: Pick<Sightings, 'noteRefused' | 'noteBrowser'>;
  readonly registry: Registry;
  /** The URL of the service. Its own pages may use a secret key. */
  readonly publicUrl: string;
}

export const KEY_HEADER = 'x-api-key';
/** The parameter of the query. The log hides its value. */
export const KEY_IN_URL = 'key';
/** The same for every reason: it must not tell a key that was from one that never was. */
const REFUSED = 'The key in X-API-KEY is not valid. Send a valid key, or none.';
const REFUSED_IN_URL =
  'The key in the URL is not valid. Create a votes key on the developer page, or send none.';
const SECRET_IN_URL =
  'A secret key does not belong in a URL, which others can read. Revoke it, and create a votes key on the developer page.';
const MISPLACED =
  'Authorization has a key of this service, which is read from X-API-KEY. Send it there instead.';

export function addKeys(
  app: FastifyInstance,
  { checkKey, sightings, registry, publicUrl }: KeyOptions,
): void {
  const ownOrigin = URL.parse(publicUrl)?.origin;
  const refused = new Counter({
    name: 'mandate_api_origins_refused_total',
    help: 'Requests with a publishable key, refused because their origin is not listed',
    registers: [registry],
  });

  /** Notes where the key came from. Returns a problem if it is not for this origin. */
  function settleOrigin(request: FastifyRequest, key: CheckedKey): ProblemError | null {
    const { origin } = request.headers;
    if (isFromListedOrigin(request, key)) {
      if (key.kind === 'secret' && origin !== undefined && origin !== ownOrigin)
        sightings.noteBrowser(key.id, showOrigin(origin));
      return null;
    }
    // A key without origins is not for pages, so no origin would help.
    if (key.origins.length === 0) return findBrokenRule(request, key) ?? refuseOrigin(request);
    refused.inc();
    sightings.noteRefused(key.id, showOrigin(origin));
    return refuseOrigin(request);
  }

  function settle(
    request: FastifyRequest,
    key: CheckedKey | null,
    isInUrl: boolean,
  ): ProblemError | undefined {
    if (!key) return new ProblemError('invalid_api_key', isInUrl ? REFUSED_IN_URL : REFUSED);
    if (isInUrl && key.kind === 'secret') return new ProblemError('invalid_api_key', SECRET_IN_URL);
    const broken = settleOrigin(request, key) ?? findBrokenRule(request, key);
    if (broken) return broken;
    request.apiKey = key;
    return undefined;
  }

  app.decorateRequest('apiKey');
  app.addHook('onRequest', function checkRequestKey(request, _reply, done) {
    const { [KEY_HEADER]: given, authorization } = request.headers;
    if (!request.config.takesKeys) return done();
    if (authorization !== undefined && hasKey(authorization))
      return done(new ProblemError('invalid_api_key', MISPLACED));
    const inUrl = request.config.takesKeyInUrl ? (request.query as Query)[KEY_IN_URL] : undefined;
    const isInUrl = given === undefined && inUrl !== undefined;
    if (given === undefined && !isInUrl) return done();
    const found = checkKey(String(given ?? inUrl));
    // A known key needs no promise, which would cost more than the check.
    if (found instanceof Promise) found.then((key) => done(settle(request, key, isInUrl)), done);
    else done(settle(request, found, isInUrl));
  });
}

/** Tells whether `Authorization` holds a key, after a scheme or alone. Proxies and other services own the rest. */
function hasKey(authorization: string): boolean {
  return kindOf(authorization.slice(authorization.lastIndexOf(' ') + 1)) !== null;
}
