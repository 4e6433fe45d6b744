/** `X-API-KEY` of every operation but those of v1: a valid key says who asks. A wrong one is refused, never taken for none. */
import type { ValidKey } from '@mandate/store';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../http/problems.ts';
import type { KeyCheck } from './key-check.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A key that comes with a request is checked, and says who asks. */
    takesKeys?: boolean | undefined;
  }
  interface FastifyRequest {
    /** The valid key that came with it. v1 knows no keys. */
    apiKey?: ValidKey;
  }
}

export const KEY_HEADER = 'x-api-key';
/** The same for every reason: it must not tell a key that was from one that never was. */
const REFUSED = 'The key in X-API-KEY is not valid. Send a valid key, or none.';

export function addKeys(app: FastifyInstance, checkKey: KeyCheck): void {
  app.decorateRequest('apiKey');
  app.addHook('onRequest', (request, _reply, done) => {
    const given = request.headers[KEY_HEADER];
    if (given === undefined || !request.config.takesKeys) return done();
    const settle = (found: ValidKey | null) => {
      if (!found) return done(new ProblemError('invalid_api_key', REFUSED));
      request.apiKey = found;
      done();
    };
    const found = checkKey(String(given));
    // A known key needs no promise, which would cost more than the check.
    if (found instanceof Promise) found.then(settle, done);
    else settle(found);
  });
}
