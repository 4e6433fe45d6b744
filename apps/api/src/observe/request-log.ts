/** Logs one line for each request, at its end. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import type { Lines } from './log.ts';

/** Keys do not belong in a URL, but some people put them there. */
const KEY = /mdt(?:_|%5f)[\w%]+/gi;
const HIDDEN = '[redacted]';

const MAX_SHOWN = 2_048;
const INFO = pino.levels.values['info'];

/** Writes the line itself, because pino takes several times as long. */
export function createRequestLog(lines: Pick<Lines, 'write'>) {
  return ({ id, method, url }: FastifyRequest, { statusCode, elapsedTime, block }: FastifyReply): void => {
    // Neither an id nor a method has letters that JSON escapes.
    const asked = `"requestId":"${id}","method":"${method}","url":${JSON.stringify(redact(url))}`;
    const ofBlock = block === null ? '' : `,"block":"${block}"`;
    const answered = `"status":${statusCode},"ms":${Math.round(elapsedTime * 100) / 100}${ofBlock}`;
    lines.write(`{"level":${INFO},"time":${Date.now()},${asked},${answered},"msg":"answered"}\n`);
  };
}

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
