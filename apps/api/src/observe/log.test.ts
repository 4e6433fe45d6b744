import { expect, test } from 'vitest';
import { createKey } from '../access/keys/api-key.ts';
import { createLines, createLog } from './log.ts';

function write(said: object, message: string): { line: string; read: Record<string, unknown> } {
  let line = '';
  const file = { write: (bytes: Buffer) => (line += bytes), flush: () => {}, flushSync: () => {} };
  const log = createLog('info', createLines(file));
  log.error(said, message);
  log.flush();
  return { line, read: JSON.parse(line) };
}

test('a key is not in a line, however it came there', () => {
  const key = createKey();
  const err = Object.assign(new Error(`no ${key}.`), { headers: { 'x-api-key': key } });
  const url = `/a/${key}?b=${key.replaceAll('_', '%5F')}`;
  const { line, read } = write({ err, url }, `${key} failed`);
  expect(line).not.toContain(key.slice(9));
  expect(read).toMatchObject({
    url: '/a/[redacted]?b=[redacted]',
    err: { message: 'no [redacted].', headers: { 'x-api-key': '[redacted]' } },
    msg: '[redacted] failed',
  });
});

test('a line without one stays as it is', () => {
  expect(write({ url: '/registry/v2/0x00?keys=1' }, 'failed').read).toMatchObject({
    url: '/registry/v2/0x00?keys=1',
    msg: 'failed',
  });
});
