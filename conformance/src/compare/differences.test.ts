import type { RawAnswer, RawRequest } from '@mandate/testing/service/raw-client';
import { describe, expect, test } from 'vitest';
import { comparableOf, describeDifference } from './differences.ts';

const ID = '0b1e6f0a-3f5c-4d7e-9a80-1c2d3e4f5a6b';
const OTHER_ID = '9c8b7a60-1111-4222-8333-444455556666';

function request(path = '/registry/v2/check/all', headers = ''): RawRequest {
  return { bytes: Buffer.from(`GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`) };
}

function answer(body: string, lines: readonly string[] = [], status = 200): RawAnswer {
  const bytes = Buffer.from(body);
  const all = [`HTTP/1.1 ${status} Text`, ...lines, `content-length: ${bytes.length}`];
  const headers = new Map(
    all.slice(1).map((line) => [line.split(': ')[0]?.toLowerCase() ?? '', line.split(': ')[1] ?? '']),
  );
  return { status, headers, body, lines: all, bytes };
}

function compare(before: RawAnswer | null, after: RawAnswer | null, asked = request()): string | null {
  return describeDifference(comparableOf(asked, before), comparableOf(asked, after));
}

describe('answers that are alike', () => {
  test.each<[string, RawAnswer | null, RawAnswer | null, RawRequest?]>([
    ['the same bytes', answer('true'), answer('true')],
    ['two connections that were closed', null, null],
    ['another time', answer('true', ['Date: Mon']), answer('true', ['Date: Tue'])],
    ['another count', answer('1', ['ratelimit: "anon";r=3;t=9']), answer('1', ['ratelimit: "anon";r=2;t=8'])],
    [
      'another request id, in the header and in the body',
      answer(`{"requestId":"${ID}"}`, [`x-request-id: ${ID}`], 400),
      answer(`{"requestId":"${OTHER_ID}"}`, [`x-request-id: ${OTHER_ID}`], 400),
    ],
    [
      'another age, and so another length',
      answer('{"lagSeconds":9,"heardMsAgo":99}'),
      answer('{"lagSeconds":10,"heardMsAgo":null}'),
      request('/status'),
    ],
    [
      'another wait after too many requests',
      answer('"Try again in 9 s."', ['retry-after: 9'], 429),
      answer('"Try again in 10 s."', ['retry-after: 10'], 429),
    ],
    ['another case of a name', answer('1', ['A: 1']), answer('1', ['a: 1'])],
    ['another order of headers', answer('1', ['a: 1', 'b: 2']), answer('1', ['b: 2', 'a: 1'])],
    ['another description of the version', answer('{"a":1}'), answer('{}'), request('/openapi.json')],
  ])('%s', (_, before, after, asked) => {
    expect(compare(before, after, asked)).toBeNull();
  });
});

describe('answers that differ', () => {
  test.each<[string, RawAnswer | null, RawAnswer | null, string, RawRequest?]>([
    ['a body', answer('true'), answer('tru1'), '- body at 3: "true"\n+ body at 3: "tru1"'],
    ['a status', answer('1'), answer('1', [], 201), '- HTTP/1.1 200 Text\n+ HTTP/1.1 201 Text'],
    ['no answer', answer('1'), null, '- HTTP/1.1 200 Text\n+ no answer'],
    ['a header that is gone', answer('1', ['a: 1']), answer('1'), '- a: 1'],
    ['a header that is added', answer('1'), answer('1', ['a: 1']), '+ a: 1'],
    ['a header that is sent twice', answer('1', ['a: 1']), answer('1', ['a: 1', 'a: 1']), '+ a: 1'],
    [
      'a wait that is no count',
      answer('1', ['retry-after: 1'], 503),
      answer('1', ['retry-after: 2'], 503),
      '-',
    ],
    [
      'an id that the client sent',
      answer('1', [`x-request-id: ${ID}`]),
      answer('1', [`x-request-id: ${OTHER_ID}`]),
      `- x-request-id: ${ID}`,
      request('/', `X-Request-Id: ${ID}\r\n`),
    ],
    ['bytes that are no text', answer('1'), { ...answer('1'), bytes: Buffer.from([0xff]) }, 'body at 0'],
    [
      'a description that is refused',
      answer('1', [], 405),
      answer('2', [], 405),
      'body',
      request('/llms.txt'),
    ],
  ])('%s', (_, before, after, expected, asked) => {
    expect(compare(before, after, asked)).toContain(expected);
  });
});
