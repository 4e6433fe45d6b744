/** One line a request, at its end. */
import type { FastifyInstance } from 'fastify';
import { type Logger, symbols } from 'pino';
import type { Answered } from './shortcut/shortcut.ts';

/** Keys have no place in a URL, and some people put them there all the same. */
const SECRETS = /mdt(?:_|%5f)[\w%]+|(?<=[?&][^=&]*key[^=&]*=)[^&]*/gi;

const MOST_SHOWN = 2_048;

/** Returns what writes the same line of an answer that came the short way, as fast as that has to be. */
export function addRequestLog(app: FastifyInstance, log: Logger): (answered: Answered) => void {
  app.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        requestId: request.id,
        method: request.method,
        url: redact(request.url),
        status: reply.statusCode,
        ms: roundMs(reply.elapsedTime),
        block: reply.getHeader('x-block-number'),
      },
      'answered',
    );
    done();
  });

  // Written together, once for all requests that came together: a write costs more than a line.
  let lines = '';
  function flush(): void {
    (log as unknown as Record<symbol, { write(text: string): void }>)[symbols.streamSym]?.write(lines);
    lines = '';
  }
  return ({ requestId, url, ms, block }) => {
    if (!log.isLevelEnabled('info')) return;
    if (lines === '') setImmediate(flush);
    const fields = `"requestId":"${requestId}","method":"GET","url":"${url}","status":200,"ms":${roundMs(ms)},"block":"${block}"`;
    lines += `{"level":30,"time":${Date.now()},${fields},"msg":"answered"}\n`;
  };
}

const roundMs = (ms: number) => Math.round(ms * 100) / 100;

/** A URL that is refused for its length is not searched, nor logged, to its end. */
function redact(url: string): string {
  const shown = url.slice(0, MOST_SHOWN);
  return /mdt[_%]|key/i.test(shown) ? shown.replaceAll(SECRETS, '[redacted]') : shown;
}
