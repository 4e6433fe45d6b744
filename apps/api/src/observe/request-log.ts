/** Logs one line for each request, at its end. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** Keys do not belong in a URL, but some people put them there. */
const KEY = /mdt(?:_|%5f)[\w%]+/gi;
const HIDDEN = '[redacted]';

const MAX_SHOWN = 2_048;

export function createRequestLog(log: Logger): (request: FastifyRequest, reply: FastifyReply) => void {
  return ({ id, method, url }, { statusCode, elapsedTime, block }) => {
    log.info(
      {
        requestId: id,
        method,
        url: redact(url),
        status: statusCode,
        ms: roundMs(elapsedTime),
        block: block === null ? undefined : String(block),
      },
      'answered',
    );
  };
}

const roundMs = (ms: number) => Math.round(ms * 100) / 100;

/** Hides keys, and the values of parameters that are named after one. A URL that is too long is cut off. */
export function redact(url: string): string {
  const shown = url.slice(0, MAX_SHOWN);
  if (!/mdt[_%]|key/i.test(shown)) return shown;
  const query = shown.indexOf('?');
  const path = query === -1 ? shown : shown.slice(0, query);
  const parameters = shown.slice(path.length).split('&').map(hideValue);
  return (path + parameters.join('&')).replaceAll(KEY, HIDDEN);
}

/** Works in two linear steps: one pattern for both would read the same letters again and again. */
function hideValue(parameter: string): string {
  const name = parameter.search(/key/i);
  const equals = name === -1 ? -1 : parameter.indexOf('=', name);
  return equals === -1 ? parameter : parameter.slice(0, equals + 1) + HIDDEN;
}
