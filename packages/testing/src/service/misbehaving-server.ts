/** A server that answers whatever a test wants. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve } from './serve.ts';

export type Behave = (request: IncomingMessage, response: ServerResponse, count: number) => void;

export type MisbehavingServer = Awaited<ReturnType<typeof startMisbehavingServer>>;

export const BLOCK_HEADERS = {
  'X-Chain-Id': '1',
  'X-Block-Number': '19000000',
  'X-Block-Hash': `0x${'ab'.repeat(32)}`,
  'X-Block-Timestamp': '1700000000',
};
export const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };
const GOOD_HEADERS = { ...JSON_TYPE, ...BLOCK_HEADERS, 'X-Request-Id': 'request-1' };

/** Answers with this body. An undefined header is left out. */
export function answer(
  body: string,
  headers: Readonly<Record<string, string | undefined>> = {},
  status = 200,
): Behave {
  const given = Object.entries({ ...GOOD_HEADERS, ...headers }).filter(([, value]) => value !== undefined);
  return (_, response) => {
    response.writeHead(status, Object.fromEntries(given) as Record<string, string>);
    response.end(body);
  };
}

/** Answers with an RFC 9457 problem, as the service does. */
export function problem(
  status: number,
  code: string,
  { headers = {}, ...more }: { headers?: Record<string, string>; [field: string]: unknown } = {},
): Behave {
  const detail = `This is ${code}.`;
  const body = {
    type: `/errors#${code}`,
    title: code,
    status,
    detail,
    instance: '/',
    code,
    requestId: 'request-1',
  };
  return (_, response) => {
    const type = 'application/problem+json; charset=utf-8';
    response.writeHead(status, { 'Content-Type': type, 'X-Request-Id': 'request-1', ...headers });
    response.end(JSON.stringify({ ...body, ...more }));
  };
}

export async function startMisbehavingServer() {
  let current: Behave = answer('true');
  const requests: { url: string; method: string; headers: IncomingMessage['headers']; atMs: number }[] = [];
  const { url, close } = await serve((request, response) => {
    requests.push({
      url: request.url ?? '',
      method: request.method ?? '',
      headers: request.headers,
      atMs: performance.now(),
    });
    current(request, response, requests.length);
  });
  return {
    url,
    /** The requests since the last `behave`. */
    requests,
    behave(behave: Behave) {
      current = behave;
      requests.length = 0;
    },
    close,
  };
}
