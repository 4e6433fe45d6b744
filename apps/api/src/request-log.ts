/** One line a request, at its end. */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** Keys have no place in a URL, and some people put them there all the same. */
const SECRETS = /mdt_\w+|(?<=[?&][^=&]*key[^=&]*=)[^&]*/gi;

export function addRequestLog(app: FastifyInstance, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        requestId: request.id,
        method: request.method,
        url: request.url.replaceAll(SECRETS, '[redacted]'),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 100) / 100,
        block: reply.getHeader('x-block-number'),
      },
      'answered',
    );
    done();
  });
}
