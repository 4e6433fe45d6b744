import type { FastifyReply, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createLines, createLog } from './log.ts';
import { createRequestLog, redact } from './request-log.ts';

test.each([
  ['/a?key=1', '/a?key=[redacted]'],
  ['/a?b=1&Api_Key=2&c=3', '/a?b=1&Api_Key=[redacted]&c=3'],
  ['/a?x-api-key=a=b?c&d', '/a?x-api-key=[redacted]&d'],
  ['/a?monkeys', '/a?monkeys'],
  ['/a?b=1?key=2', '/a?b=1?key=[redacted]'],
  ['/key=1?b=2', '/key=1?b=2'],
  ['/a/mdt_live_abc?b=mdt%5Flive_abc', '/a/[redacted]?b=[redacted]'],
  ['/a?b=1', '/a?b=1'],
])('%s is logged as %s', (url, logged) => {
  expect(redact(url)).toBe(logged);
});

/** URLs on which a backtracking pattern would start over at every position. */
const HOSTILE = ['key', '=key', '&key', '?key', '=', '&', '?key=&', 'mdt', 'mdt_', 'mdt%5f.', 'k'];

test.each([2_000, 100_000])('a hostile URL of %i bytes costs no more than others of its length', (bytes) => {
  const file = { write: () => {}, flush: () => {}, flushSync: () => {} };
  const log = createLog('info', createLines(file));
  const measureMs = (url: string) => {
    const before = process.threadCpuUsage();
    for (let i = 0; i < 50; i++) redact(url);
    log.info({ url }, 'a line');
    log.flush();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
  for (const part of HOSTILE) {
    for (const start of ['/?', '/=', '/?a=']) {
      // Together, linear ones take a millisecond or two; with a quadratic pattern it is a hundred at least.
      expect(measureMs(`${start}${part.repeat(bytes / part.length)}=`), start + part).toBeLessThan(60);
    }
  }
});

test.each([
  { block: 7, url: '/a?b="c"\\\n', more: { block: '7' } },
  { block: null, url: '/é?key=1', more: {} },
])('the line of a request is the one that pino would write: $url', ({ block, url, more }) => {
  const written: string[] = [];
  const expected: string[] = [];
  const request = { id: 'a-1', method: 'GET', url } as FastifyRequest;
  const reply = { statusCode: 200, elapsedTime: 1.2345, block } as FastifyReply;
  createRequestLog({ write: (line) => written.push(line) })(request, reply);
  pino({ base: null }, { write: (line) => expected.push(line) }).info(
    { requestId: 'a-1', method: 'GET', url: redact(url), status: 200, ms: 1.23, ...more },
    'answered',
  );
  const withoutTime = (lines: string[]) => lines.map((line) => line.replace(/"time":\d+/, ''));
  expect(withoutTime(written)).toEqual(withoutTime(expected));
});
