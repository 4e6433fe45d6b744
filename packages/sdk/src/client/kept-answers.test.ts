/** Tests which answers a client keeps, for how long, and that nobody gets the answer of another question. */

import { FROM, TO } from '@mandate/testing/ledger/sample-grant';
import {
  answer,
  type Behave,
  BLOCK_HEADERS,
  type MisbehavingServer,
  startMisbehavingServer,
} from '@mandate/testing/service/misbehaving-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ClientOptions,
  ConnectionError,
  checkAll,
  createClient,
  type Delegation,
  listDelegations,
  listDelegationsV1,
  resolve,
} from '../index.ts';

let server: MisbehavingServer;
beforeAll(async () => {
  server = await startMisbehavingServer();
});
afterAll(() => server.close());

const create = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: server.url, retries: 0, ...options });

const ZERO = `0x${'0'.repeat(64)}`;
const rowOf = (to: string) =>
  `{"type":"ALL","from":"${FROM}","to":"${to}","contract":null,"tokenId":null,"rights":"${ZERO}","tokenType":null,"amount":null}`;
const LIST = `[${rowOf(TO)}]`;
const at = (number: number) => ({ 'X-Block-Number': String(number) });

/** A list that has this tag. Whoever has it gets a 304; blocks go on. */
const tagged =
  (body: string, tag: string, headers: Record<string, string> = {}): Behave =>
  (request, response, count) => {
    const isKept = request.headers['if-none-match'] === tag;
    const sent = { ETag: tag, ...at(100 + count), ...headers };
    if (isKept) response.writeHead(304, { ...BLOCK_HEADERS, ...sent }).end();
    else answer(body, sent)(request, response, count);
  };
const sentTags = () => server.requests.map(({ headers }) => headers['if-none-match']);

test('an answer that still holds is not sent again, and names the new block', async () => {
  server.behave(tagged(LIST, 'W/"1"'));
  const client = create();
  const first = await listDelegations(client, { wallet: FROM });
  (first.value as Delegation[]).length = 0;
  const second = await listDelegations(client, { wallet: FROM });
  const third = await listDelegations(client, { wallet: FROM });
  expect(sentTags()).toEqual([undefined, 'W/"1"', 'W/"1"']);
  expect([first, second, third].map(({ block }) => block.number)).toEqual([101, 102, 103]);
  // Each caller has records of its own.
  expect([second, third].map(({ value }) => value.length)).toEqual([1, 1]);
  expect(second.nextCursor).toBeNull();
});

test('an answer that has changed replaces the one that was kept', async () => {
  const client = create();
  server.behave(tagged(LIST, 'W/"1"'));
  await listDelegations(client, { wallet: FROM });
  server.behave(tagged('[]', 'W/"2"'));
  expect((await listDelegations(client, { wallet: FROM })).value).toEqual([]);
  expect((await listDelegations(client, { wallet: FROM })).value).toEqual([]);
  expect(sentTags()).toEqual(['W/"1"', 'W/"2"']);
  server.behave(answer('[]'));
  await listDelegations(client, { wallet: FROM });
  await listDelegations(client, { wallet: FROM });
  expect(sentTags()).toEqual(['W/"2"', undefined]);
});

test('other questions, clients and keys have answers of their own', async () => {
  server.behave(tagged(LIST, 'W/"1"'));
  const client = create();
  await listDelegations(client, { wallet: FROM });
  await listDelegations(client, { wallet: TO });
  await listDelegations(client, { wallet: FROM, minBlock: 1 });
  await expect(listDelegationsV1(client, { wallet: FROM })).rejects.toThrow(ConnectionError);
  await listDelegations(create(), { wallet: FROM });
  await listDelegations(create({ apiKey: 'another' }), { wallet: FROM });
  expect(sentTags()).toEqual(Array(6).fill(undefined));
});

test('nothing is kept with keepAnswers: false, nor of a check', async () => {
  server.behave(tagged(LIST, 'W/"1"'));
  const client = create({ keepAnswers: false });
  for (let i = 0; i < 2; i++) await listDelegations(client, { wallet: FROM });
  expect(sentTags()).toEqual([undefined, undefined]);
  server.behave(tagged('true', 'W/"1"'));
  const other = create();
  for (let i = 0; i < 2; i++) await checkAll(other, { to: TO, from: FROM });
  expect(sentTags()).toEqual([undefined, undefined]);
});

test('a page with a next one is not kept: its cursor is of its block', async () => {
  server.behave(tagged(LIST, 'W/"1"', { Link: '</registry/v2/x?cursor=abc>; rel="next"' }));
  const client = create();
  for (let i = 0; i < 2; i++)
    expect((await listDelegations(client, { wallet: FROM, limit: 1 })).nextCursor).toBe('abc');
  expect(sentTags()).toEqual([undefined, undefined]);
});

test('of more than a hundred answers, those that were not used for longest are forgotten', async () => {
  server.behave(tagged('[]', 'W/"1"'));
  const client = create();
  const ask = (n: number) => listDelegations(client, { wallet: `0x${n.toString(16).padStart(40, '0')}` });
  for (let n = 0; n < 100; n++) await ask(n);
  await ask(0);
  await ask(100);
  await ask(0);
  await ask(1);
  expect(sentTags().slice(100)).toEqual(['W/"1"', undefined, 'W/"1"', undefined]);
});

test('long answers are not kept, and all together are not too long', async () => {
  const long = (length: number) => `[${rowOf(TO)}${' '.repeat(length)}]`;
  const client = create();
  const ask = (n: number) =>
    listDelegations(client, { wallet: FROM, minBlock: n }).then(({ value }) => value.length);
  server.behave(tagged(long(1_000_000), 'W/"1"'));
  expect([await ask(0), await ask(0)]).toEqual([1, 1]);
  expect(sentTags()).toEqual([undefined, undefined]);
  server.behave(tagged(long(900_000), 'W/"1"'));
  for (let n = 0; n < 6; n++) await ask(n);
  for (let n = 5; n >= 0; n--) await ask(n);
  expect(sentTags().slice(6)).toEqual([...Array(5).fill('W/"1"'), undefined]);
});

test('a 304 is for the answer whose tag was sent, whatever was kept meanwhile', async () => {
  const client = create();
  server.behave(tagged(LIST, 'W/"1"'));
  await listDelegations(client, { wallet: FROM });
  let release = () => {};
  server.behave((request, response, count) => {
    if (count === 1) release = () => tagged(LIST, 'W/"1"')(request, response, count);
    else tagged('[]', 'W/"2"')(request, response, count);
  });
  const slow = listDelegations(client, { wallet: FROM });
  await expect.poll(() => server.requests.length).toBe(1);
  expect((await listDelegations(client, { wallet: FROM })).value).toEqual([]);
  release();
  expect((await slow).value).toHaveLength(1);
  server.behave(tagged('[]', 'W/"2"'));
  expect((await listDelegations(client, { wallet: FROM })).value).toEqual([]);
});

test('a 304 that nobody asked for, or without its block, is no answer', async () => {
  const notModified =
    (headers: Record<string, string>): Behave =>
    (_, response) =>
      void response.writeHead(304, headers).end();
  server.behave(notModified({ ETag: 'W/"1"', ...BLOCK_HEADERS }));
  await expect(listDelegations(create(), { wallet: FROM })).rejects.toThrow(ConnectionError);
  const client = create();
  server.behave(tagged(LIST, 'W/"1"'));
  await listDelegations(client, { wallet: FROM });
  server.behave(notModified({ ETag: 'W/"1"' }));
  await expect(listDelegations(client, { wallet: FROM })).rejects.toThrow(ConnectionError);
});

test('resolve keeps its answers, too', async () => {
  const block = { number: 19_000_000, hash: BLOCK_HEADERS['X-Block-Hash'], timestamp: 1_700_000_000 };
  const chains = [{ chainId: 1, known: true, registries: ['v1', 'v2'], block }];
  server.behave(tagged(JSON.stringify({ wallets: [], chains, next: null }), 'W/"1"'));
  const client = create();
  const [one, two] = [
    await resolve(client, { to: TO, chainIds: [1] }),
    await resolve(client, { to: TO, chainIds: [1] }),
  ];
  expect(two).toEqual(one);
  expect(sentTags()).toEqual([undefined, 'W/"1"']);
});
