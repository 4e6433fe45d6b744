import { expect, test } from 'vitest';
import { createKeptLists } from './kept-lists.ts';
import type { Reply, Service } from './service.ts';

const WALLET = `0x${'a'.repeat(40)}`;

/** A service that says what it is told to. */
function createTold(
  say: (tag: string | undefined, query: Readonly<Record<string, string>>) => Told,
): Service {
  const reply = ({ status = 200, body = '[]', block = '0x1', tag = null, next = null }: Told): Reply => {
    const headers = new Headers({ 'x-block-hash': block });
    if (tag) headers.set('etag', tag);
    if (next) headers.set('link', `<${next}>; rel="next"`);
    return { status, body, headers };
  };
  return {
    get: async (_, query, headers = {}) => reply(say(headers['If-None-Match'], query)),
    post: () => Promise.reject(new Error('Nobody posts.')),
  };
}

interface Told {
  readonly status?: number;
  readonly body?: string;
  readonly block?: string;
  readonly tag?: string | null;
  readonly next?: string | null;
}

test('a tag that stays while the list changes is found', async () => {
  let body = '[1]';
  const lists = createKeptLists(
    createTold(() => ({ body, tag: 'W/"a"' })),
    1,
  );
  await lists.read('v2', WALLET);
  body = '[2]';
  await expect(lists.read('v2', WALLET)).rejects.toThrow('was [1] and is [2]');
});

test('an answer that a changed list still holds is found', async () => {
  let body = '[1]';
  const told = createTold((asked) => (asked ? { status: 304, tag: asked } : { body, tag: `W/"${body}"` }));
  const lists = createKeptLists(told, 1);
  await lists.read('v2', WALLET);
  await lists.read('v2', WALLET);
  expect(lists.countPairs()).toBe(1);
  body = '[2]';
  await expect(lists.read('v2', WALLET)).rejects.toThrow('is [2], but for W/"[1]" it was answered 304 [1]');
});

test.each([
  ['another row', { body: '[3]' }, true, 'page by page it is [1,3]'],
  ['an end without a reorg', { status: 400, body: 'cursor_expired' }, true, 'ended between two pages'],
  ['an end after a reorg', { status: 400, body: 'cursor_expired' }, false, null],
  ['the rest', { body: '[2]' }, true, null],
])('of a list that goes on, %s is judged right', async (_, rest, isThere, problem) => {
  const told = createTold((_asked, { limit, cursor }) => {
    if (cursor) return rest;
    return limit ? { body: '[1]', next: '/list?cursor=x' } : { body: '[1,2]', tag: 'W/"a"' };
  });
  const lists = createKeptLists(told, 1);
  for (let reads = 0; reads < 7; reads++) await lists.read('v2', WALLET);
  const reading = lists.readOn(async () => isThere);
  if (problem) await expect(reading).rejects.toThrow(problem);
  else await reading;
});
