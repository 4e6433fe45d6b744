/** One line a request, at its end. */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** Keys have no place in a URL, and some people put them there all the same. */
const SECRETS = /mdt(?:_|%5f)[\w%]+|(?<=[?&][^=&]*key[^=&]*=)[^&]*/gi;

const MOST_SHOWN = 2_048;

export function addRequestLog(app: FastifyInstance, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        requestId: request.id,
        method: request.method,
        url: redact(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 100) / 100,
        block: reply.getHeader('x-block-number'),
      },
      'answered',
    );
    done();
  });
}

/** A URL that is refused for its length is not searched, nor logged, to its end. */
function redact(url: string): string {
  const shown = url.slice(0, MOST_SHOWN);
  return /mdt[_%]|key/i.test(shown) ? shown.replaceAll(SECRETS, '[redacted]') : shown;
}
