import { at, block, delegate, row, wallets } from '@mandate/testing/ledger/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writePlaces } from './places.ts';
import { type FeedApi, openStream, startFeedApi } from './testing/feed-api.ts';
import { parseEvents, take } from './testing/feed-client.ts';

const { vault, other } = wallets;
const NAMES = ['a', 'b', 'c', 'd', 'e'];

let feed: FeedApi;
let end: string;

beforeAll(async () => {
  feed = await startFeedApi();
  await feed.ledger.write(1, 1, ...NAMES.slice(1).map((name, log) => row(delegate(name), at(1, log))));
  await feed.ledger.write(8453, 1, ...NAMES.map((name, log) => row(delegate(name), at(1, log))));
  end = (await feed.page('')).cursor;
});
afterAll(() => feed?.close());

test('a cursor that is missing is the end; a chain that comes later is told from its beginning', async () => {
  expect(await feed.page('')).toMatchObject({ changes: [], more: false, cursor: end });
  expect(await feed.page('chainIds=10')).toMatchObject({ changes: [], more: false, cursor: 'start' });
  const only = await feed.page('chainIds=1');
  expect((await feed.page(`cursor=${only.cursor}&chainIds=1,8453&limit=2`)).changes).toMatchObject([
    { chainId: 8453, log: 0 },
    { chainId: 8453, log: 1 },
  ]);
  await feed.ledger.openChain(10);
  await feed.ledger.write(10, 1, row(delegate('a'), at(1)));
  const { changes, cursor } = await feed.page(`cursor=${end}`);
  expect(changes).toMatchObject([{ chainId: 10, block: 1 }]);
  expect(cursor).toMatch(new RegExp(`^${end}\\.10-1-[0-9a-f]{8}$`));
  expect(await feed.page(`cursor=${cursor}`)).toMatchObject({ changes: [], cursor });
});

test('a cursor of a replaced ledger, or ahead of the ledger, is refused', async () => {
  const { page, ledger } = feed;
  const [place = ''] = (await page('chainIds=1')).cursor.split('.');
  const refused = { status: 400, code: 'cursor_expired' };
  expect(await page(`cursor=${place.replace('-4-', '-5-')}`)).toMatchObject(refused);
  const [, , digits = ''] = place.split('-');
  const wrong = place.replace(
    digits,
    digits.replace(/^./, (digit: string) => (digit === '0' ? '1' : '0')),
  );
  expect(await page(`cursor=${wrong}`)).toMatchObject(refused);
  expect(await page(`cursor=${wrong}&chainIds=8453`)).toMatchObject({ status: 200 });
  // A stream that is open then ends, and whoever comes again is told.
  const stream = parseEvents(await openStream(feed.url, `chainIds=1`));
  expect(await take(stream, 1)).toMatchObject([{ event: 'cursor', id: place }]);
  await feed.ledger.writer.forget(1);
  expect(await page(`cursor=${place}`)).toMatchObject(refused);
  expect((await take(stream, 2)).filter(({ event }) => event !== 'chain')).toEqual([]);
  await ledger.openChain(1);
  await feed.ledger.write(1, 1, ...NAMES.map((name, log) => row(delegate(name), at(1, log))));
  expect(await page(`cursor=${place}`)).toMatchObject(refused);
  const again = await openStream(feed.url, `cursor=start`, { 'last-event-id': place });
  expect(again.statusCode).toBe(400);
  again.destroy();
});

test.each([
  '',
  '1',
  'START',
  '1-0-00000000',
  '1-1-0000000',
  '1-1-0000000g',
  '1--1-00000000',
  '1-1-00000000.',
  '.1-1-00000000',
  `${'9'.repeat(16)}-1-00000000`,
  `1-${'9'.repeat(16)}-00000000`,
  '1-1-00000000,8453-1-00000000',
  '1-1-00000000\n',
  '1-1-00000000\0',
  "1-1-00000000'; drop table change",
  '１-1-00000000',
  Array.from({ length: 101 }, (_, i) => `${i}-1-00000000`).join('.'),
])('a cursor that we never wrote is refused: %j', async (text) => {
  const { status, code, errors } = await feed.page(`cursor=${encodeURIComponent(text)}`);
  expect([status, code, errors?.[0]?.parameter]).toEqual([400, 'invalid_parameters', 'cursor']);
  if (!/^[\x21-\x7e]+$/.test(text)) return;
  const headers = { accept: 'text/event-stream', 'last-event-id': text };
  const resumed = await feed.page('', headers);
  expect([resumed.status, resumed.errors?.[0]?.parameter]).toEqual([400, 'Last-Event-ID']);
});

test.each([
  `${'9'.repeat(15)}-1-00000000`,
  `1-${'9'.repeat(15)}-00000000`,
  '1-1-00000000.1-2-00000000',
  '8453-1-00000000.10-1-ffffffff',
])('a cursor that is forged is refused, or of no use: %s', async (text) => {
  const { status, code } = await feed.page(`cursor=${text}`);
  expect(status === 200 || code === 'cursor_expired', `${status} ${code}`).toBe(true);
});

test('a cursor of forty chains fits into a URL, as it is', async () => {
  const chainIds = Array.from({ length: 40 }, (_, i) => 11_155_111 + i);
  const cursor = writePlaces(new Map(chainIds.map((id) => [id, { number: 999_999_999, feed: 'ffffffff' }])));
  const query = `cursor=${cursor}&wallet=${vault}&contract=${other}&numbers=string&limit=1000&chainIds=`;
  expect(encodeURIComponent(cursor)).toBe(cursor);
  expect(new URLSearchParams({ cursor }).toString()).toBe(`cursor=${cursor}`);
  expect(`/changes?${query}${chainIds}`.length).toBeLessThan(2_048);
  expect(await feed.page(`${query}1`)).toMatchObject({ status: 200, more: false });
});

test('a feed begins with a time of all chains, or with a block of one and now on the others', async () => {
  const { page, ledger } = feed;
  await ledger.write(8453, 2, row(delegate('f'), at(2)));
  const { timestamp } = block(2);
  const iso = new Date(1_000 * timestamp).toISOString();
  const now = await page('');
  for (const cursor of [`time:${timestamp}`, `time:${iso}`, 'block:8453:2'])
    expect(await page(`cursor=${cursor}`)).toMatchObject({
      changes: [{ chainId: 8453, block: 2 }],
      cursor: now.cursor,
    });
  expect((await page(`cursor=time:${timestamp - 1}&chainIds=1,8453`)).changes).toHaveLength(11);
  expect((await page('cursor=block:8453:3')).changes).toEqual([]);
  const stream = parseEvents(await openStream(feed.url, `cursor=time:${timestamp}&chainIds=8453`));
  expect((await take(stream, 2)).map(({ event }) => event)).toEqual(['cursor', 'change']);
});

test('a time or a block that the log does not lead back to, or that is still to come, is refused', async () => {
  const { page, database } = feed;
  const ahead = new Date(Date.now() + 3_600_000).toISOString();
  expect(await page(`cursor=time:${ahead}`)).toMatchObject({
    status: 400,
    errors: [{ parameter: 'cursor' }],
  });
  expect(await page('cursor=block:8453:4')).toMatchObject({ status: 503, code: 'block_not_reached' });
  expect(await page('cursor=block:8453:1&chainIds=1')).toMatchObject({
    status: 400,
    code: 'invalid_parameters',
  });
  expect(await page('cursor=block:137:1')).toMatchObject({ status: 400, code: 'chain_not_supported' });
  await database.query('update chain set imported_block = 1 where chain_id = 8453');
  const refused = await page(`cursor=time:${block(1).timestamp}`);
  expect(refused).toMatchObject({ status: 400, errors: [{ parameter: 'cursor' }] });
  const [said = ''] = refused.errors[0].message.match(/(?<=is before )\S+(?=,)/) ?? [];
  expect(await page(`cursor=time:${said}`)).toMatchObject({ status: 200 });
  expect((await page('cursor=block:8453:1')).errors[0].message).toContain('is before block 2,');
  expect(await page('cursor=block:8453:2')).toMatchObject({ status: 200 });
});
