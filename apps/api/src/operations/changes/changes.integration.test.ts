import { type Address, parseAddress } from '@mandate/core';
import { at, block, delegate, row, wallets } from '@mandate/testing/ledger/database';
import { getAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FeedApi, openStream, startFeedApi } from './testing/feed-api.ts';
import { parseEvents, take } from './testing/feed-client.ts';

const { vault, hot, other } = wallets;
const CONTRACT = `0x${'abcdef'.padStart(40, '0')}` as const;
/** More than are looked at for one page. */
const MANY = 9_000;
const STREAMS_OF_A_CLIENT = 10;

let feed: FeedApi;
let end: string;

beforeAll(async () => {
  feed = await startFeedApi();
  const { write } = feed.ledger;
  const [two, nine] = [delegate('abcdef', { kind: 'erc1155', tokenId: 2n ** 255n, amount: 2n }), 9n];
  await write(1, 1, row(two, at(1)), row(delegate('1', { registry: 'v1', kind: 'all' }), at(1, 1)));
  const live = await feed.ledger.writer.listLive(1, [two], []);
  const ended = live.map((standing) => ({ ...standing, until: at(2, 3) }));
  const begun = [row({ ...two, amount: nine } as typeof two, at(2, 3))];
  await feed.ledger.writer.commit(1, await feed.ledger.createBatch(1, 2, { ended, begun }));
  await feed.ledger.writer.rewind(1, block(2), block(1));
  const many = Array.from({ length: MANY }, (_, log) => row(delegate(log.toString(16)), at(1, log)));
  await write(8453, 1, ...many, row(delegate('1', { from: other, to: other }), at(1, MANY)));
  end = (await feed.page('')).cursor;
});
afterAll(() => feed?.close());

describe('a page', () => {
  test('has changes to the letter', async () => {
    const { body, headers, status } = await feed.page('cursor=start&chainIds=1&limit=1000');
    const two = `"registry":"v2","type":"TOKEN","from":"0x00000000000000000000000000000000000000AA","to":"0x00000000000000000000000000000000000000bb","contract":"${getAddress(CONTRACT)}","tokenId":${2n ** 255n},"rights":"0x${'0'.repeat(64)}","tokenType":"ERC1155"`;
    const placeOf = (n: number, log: number) =>
      `"block":${n},"log":${log},"transaction":"${at(n).tx}","timestamp":${block(n).timestamp}`;
    const changed = `${two},"amount":9,"amountBefore":2,${placeOf(2, 3)}`;
    expect([status, headers['content-type'], headers['cache-control'], headers['vary']]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-store',
      'Accept, Accept-Encoding',
    ]);
    const settled = body.replace(/"cursor":"1-4-[0-9a-f]{8}"/, '"cursor":"…"');
    expect(settled.replaceAll(/"id":"1-[0-9a-f-]{36}",/g, '')).toBe(
      `{"changes":[${[
        `{"chainId":1,"change":"granted","undone":false,${two},"amount":2,"amountBefore":null,${placeOf(1, 0)}}`,
        `{"chainId":1,"change":"granted","undone":false,"registry":"v1","type":"ALL","from":"0x00000000000000000000000000000000000000AA","to":"0x00000000000000000000000000000000000000bb","contract":null,"tokenId":null,"rights":null,"tokenType":null,"amount":null,"amountBefore":null,${placeOf(1, 1)}}`,
        `{"chainId":1,"change":"amountChanged","undone":false,${changed}}`,
        `{"chainId":1,"change":"amountChanged","undone":true,${changed}}`,
      ].join(',')}],"cursor":"…","more":false,"unknown":[]}`,
    );
    const text = await feed.page('cursor=start&chainIds=1&numbers=string');
    const { rows } = await feed.database.query('select stamp from change where chain_id = 1 order by number');
    expect(text.changes.map(({ id }: { id: string }) => id)).toEqual(rows.map(({ stamp }) => `1-${stamp}`));
    expect(text.changes[2]).toMatchObject({
      tokenId: String(2n ** 255n),
      amount: '9',
      amountBefore: '2',
      log: 3,
    });
  });

  test('is of all chains, each with its share, and leads to the end', async () => {
    const seen = new Map<number, number>();
    let [cursor, more, pages] = ['start', true, 0];
    for (; more; pages++) {
      const page = await feed.page(`cursor=${cursor}&limit=1000`);
      expect(page.changes.length).toBeLessThanOrEqual(1_000);
      if (pages === 0) expect(page.changes.map((each: { chainId: number }) => each.chainId)).toContain(8453);
      for (const { chainId } of page.changes) seen.set(chainId, (seen.get(chainId) ?? 0) + 1);
      ({ cursor, more } = page);
    }
    expect([...seen].toSorted()).toEqual([
      [1, 4],
      [8453, MANY + 1],
    ]);
    expect([cursor, pages]).toEqual([end, 10]);
    expect(await feed.page(`cursor=${cursor}`)).toMatchObject({ changes: [], cursor, more: false });
  });

  test('of a filter that lets little pass is short, and says that there is more', async () => {
    const counts: number[] = [];
    let [cursor, more] = ['start', true];
    while (more) {
      const page = await feed.page(`cursor=${cursor}&wallet=${other}&chainIds=8453`);
      counts.push(page.changes.length);
      ({ cursor, more } = page);
    }
    expect(counts).toEqual([0, 0, 1]);
    expect(cursor).toBe(end.split('.').find((place) => place.startsWith('8453-')));
  });

  test('of a filter that lets much pass ends where it is full, and nothing is passed over', async () => {
    const seen: string[] = [];
    let [cursor, more] = ['start', true];
    while (more) {
      const page = await feed.page(`cursor=${cursor}&wallet=${vault}&limit=1000`);
      expect(page.changes.length).toBeLessThanOrEqual(1_000);
      seen.push(
        ...page.changes.map((each: { chainId: number; log: number }) => `${each.chainId}:${each.log}`),
      );
      ({ cursor, more } = page);
    }
    expect(seen.filter((each) => each.startsWith('1:'))).toEqual(['1:0', '1:1', '1:3', '1:3']);
    expect(seen.slice(4)).toEqual(Array.from({ length: MANY }, (_, log) => `8453:${log}`));
  });

  test('of a contract has what is over a whole wallet, too', async () => {
    const { changes } = await feed.page(`cursor=start&chainIds=1&contract=${hot}`);
    expect(changes).toMatchObject([{ type: 'ALL', from: '0x00000000000000000000000000000000000000AA' }]);
  });

  test('is there for HEAD, and for no other method', async () => {
    const [head, whole, post] = await Promise.all(
      (['HEAD', 'GET', 'POST'] as const).map((method) =>
        feed.api.app.inject({
          method,
          url: `/changes?cursor=start&chainIds=1`,
          headers: method === 'HEAD' ? { accept: 'text/event-stream' } : {},
        }),
      ),
    );
    expect([head?.statusCode, head?.body, head?.headers['content-length']]).toEqual([
      200,
      '',
      whole?.headers['content-length'],
    ]);
    expect([post?.statusCode, post?.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

test.each([
  ['chainIds=2', 'chain_not_supported', 'chainIds'],
  ['chainIds=1,999999999999999', 'chain_not_supported', 'chainIds'],
  ['chainIds=', 'invalid_parameters', 'chainIds'],
  ['chainIds=1,,10', 'invalid_parameters', 'chainIds'],
  ['chainIds=1&chainIds=10', 'invalid_parameters', 'chainIds'],
  ['chainId=1', 'invalid_parameters', 'chainId'],
  ['wallet=0x12', 'invalid_parameters', 'wallet'],
  ['contract=vitalik.eth', 'invalid_parameters', 'contract'],
  ['limit=0', 'invalid_parameters', 'limit'],
  ['limit=1001', 'invalid_parameters', 'limit'],
  ['numbers=hex', 'invalid_parameters', 'numbers'],
])('%s is refused: %s', async (query, code, parameter) => {
  expect(await feed.page(query)).toMatchObject({ status: 400, code, errors: [{ parameter }] });
});

describe('an event stream', () => {
  test('says where it begins, sends what happens, and goes on behind any event', async () => {
    const response = await openStream(feed.url, 'chainIds=8453');
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const events = parseEvents(response);
    const [first] = await take(events, 1);
    const chains = [{ chainId: 8453, block: 1 }];
    expect(first).toMatchObject({ event: 'cursor', data: JSON.stringify({ cursor: first?.id, chains }) });
    const grants: Address[] = ['aa', 'bb', 'cc'].map((name) => parseAddress(`0x${name.padStart(40, 'f')}`));
    await feed.ledger.write(8453, 2, ...grants.map((to, log) => row(delegate('1', { to }), at(2, log))));
    const three = await take(events, 3);
    response.destroy();
    expect(three.map(({ event, data }) => [event, JSON.parse(data).log])).toEqual([
      ['change', 0],
      ['change', 1],
      ['change', 2],
    ]);
    expect((await feed.page(`chainIds=8453&cursor=${first?.id}`)).changes).toEqual(
      three.map(({ data }) => JSON.parse(data)),
    );
    // A browser sends the URL that it began with, and the last id: that wins.
    const again = await openStream(feed.url, `chainIds=8453&cursor=${first?.id}`, {
      'last-event-id': three[0]?.id ?? '',
    });
    const [, ...rest] = await take(parseEvents(again), 3);
    expect(rest).toEqual(three.slice(1));
    again.destroy();
  });

  test('of a filter that nothing passes goes through a long log without a word', async () => {
    const none = parseAddress(`0x${'9'.repeat(40)}`);
    const response = await openStream(feed.url, `chainIds=8453&cursor=start&wallet=${none}`);
    const events = parseEvents(response);
    expect(await take(events, 1)).toMatchObject([{ event: 'cursor', id: 'start' }]);
    await feed.ledger.write(8453, 3, row(delegate('1', { to: none }), at(3)));
    expect(await take(events, 1)).toMatchObject([
      { event: 'change', data: expect.stringContaining('"block":3,') },
    ]);
    response.destroy();
  });

  test('is counted while it is open', async () => {
    const count = async () => {
      const metrics = await feed.api.admin.metrics();
      return Number(/^mandate_api_feed_streams (\d+)$/m.exec(metrics)?.[1]);
    };
    await expect.poll(count).toBe(0);
    const responses = await Promise.all([1, 2, 3].map(() => openStream(feed.url)));
    expect(await count()).toBe(3);
    for (const response of responses) response.destroy();
    await expect.poll(count).toBe(0);
  });
});

test('a client has ten event streams at most; the next has to wait for one to end', async () => {
  const limited = await startFeedApi({ redisUrl: null, trustedHops: 0 });
  const open = () => openStream(limited.url);
  const streams = await Promise.all(Array.from({ length: STREAMS_OF_A_CLIENT }, open));
  expect(streams.map(({ statusCode }) => statusCode)).toEqual(streams.map(() => 200));
  const refused = await open();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10']);
  streams[0]?.destroy();
  await expect.poll(async () => (await open()).statusCode).toBe(200);
  await limited.close();
});

test('neighbouring networks have twice as many in a /56 and four times as many in a /48, and leave the others theirs', async () => {
  const limited = await startFeedApi({ redisUrl: null, trustedHops: 1 });
  const open = async (address: string) => {
    const stream = await openStream(limited.url, '', { 'x-forwarded-for': address });
    return stream.statusCode;
  };
  const statuses: unknown[] = [];
  for (let network = 0; network < 0x1000; network += 0x80) {
    const address = `2001:db8:1:${network.toString(16)}::1`;
    statuses.push(await open(address), await open(address), await open(address));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(4 * STREAMS_OF_A_CLIENT);
  expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - 4 * STREAMS_OF_A_CLIENT);
  expect(await open('203.0.113.7')).toBe(200);
  expect(await open('2001:db8:2::1')).toBe(200);
  await limited.close();
});
