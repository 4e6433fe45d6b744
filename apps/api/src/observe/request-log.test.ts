import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { redact } from './request-log.ts';

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
  const line = createLog('info', { write: () => {} });
  const measureMs = (url: string) => {
    const before = process.threadCpuUsage();
    for (let i = 0; i < 50; i++) redact(url);
    line.info({ url }, 'a line');
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
