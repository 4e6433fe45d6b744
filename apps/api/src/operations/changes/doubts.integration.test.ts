/** The feed also says what a check would get a 503 for: as state beside the log, not as an entry of it. */
import { clearMarks, createAuditRecords } from '@mandate/store';
import { at, delegate, row, wallets } from '@mandate/testing/ledger/database';
import { LET_LAG } from '@mandate/testing/service/ledger-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FeedApi, openStream, startFeedApi } from './testing/feed-api.ts';
import { parseEvents, take } from './testing/feed-client.ts';

const VAULT = '0x00000000000000000000000000000000000000AA';
const CHECK = `/registry/v2/check/all?to=${wallets.hot}&from=${wallets.vault}`;

let feed: FeedApi;
beforeAll(async () => {
  feed = await startFeedApi();
  await feed.ledger.write(1, 1, row(delegate('1', { kind: 'all' }), at(1)));
});
afterAll(() => feed?.close());

const stateOf = async () => {
  const { statusCode, ...response } = await feed.api.app.inject(CHECK);
  return statusCode === 200 ? 'known' : response.json().code;
};

async function follow(query: string) {
  const response = await openStream(feed.url, query);
  const events = parseEvents(response);
  return { next: async (count = 1) => take(events, count), close: () => response.destroy() };
}

const doubt = (code: string, more: object = {}) => ({
  chainId: 1,
  known: false,
  code,
  block: 1,
  vault: null,
  ...more,
});
const known = (block: number, more: object = {}) => ({
  chainId: 1,
  known: true,
  code: null,
  block,
  vault: null,
  ...more,
});

test('a chain in doubt is named in streams and pages, and known again after all changes up to then', async () => {
  const stream = await follow('chainIds=1');
  const [first] = await stream.next();
  expect(first?.event).toBe('cursor');
  await feed.database.query(LET_LAG, [1]);
  const [lagging] = await stream.next();
  // The place is where it was: a client that stores it continues there.
  expect([lagging?.event, lagging?.id]).toEqual(['chain', first?.id]);
  expect(JSON.parse(lagging?.data ?? '')).toEqual(doubt('chain_lagging'));
  expect(await stateOf()).toBe('chain_lagging');
  expect((await feed.page('chainIds=1')).unknown).toEqual([doubt('chain_lagging')]);

  // A client that connects is told before the cursor.
  const late = await follow('chainIds=1');
  expect(
    (await late.next(2)).map(({ event, data }) => [event, event === 'chain' && JSON.parse(data)]),
  ).toEqual([
    ['chain', doubt('chain_lagging')],
    ['cursor', false],
  ]);

  await feed.ledger.write(1, 2, row(delegate('2'), at(2)));
  for (const each of [stream, late]) {
    const [change, state] = await each.next(2);
    expect([change?.event, state?.event, state?.id]).toEqual(['change', 'chain', change?.id]);
    expect(JSON.parse(state?.data ?? '')).toEqual(known(2));
    each.close();
  }
  expect(await stateOf()).toBe('known');
  expect((await feed.page('chainIds=1')).unknown).toEqual([]);
  expect((await feed.page('chainIds=10')).unknown).toEqual([
    doubt('chain_not_ready', { chainId: 10, block: null }),
  ]);
});

test('a vault under audit is named, and the rest of its chain stays known', async () => {
  const stream = await follow('chainIds=1');
  await stream.next();
  const finding = {
    chainId: 1,
    passId: 1,
    registry: 'v2',
    vault: wallets.vault,
    wallet: wallets.hot,
    grant: 'x',
    half: 'logs',
    kind: 'missing',
    evidence: {},
    confirmed: true,
  } as const;
  await createAuditRecords(feed.database).findings.keep([finding]);
  const [marked] = await stream.next();
  expect(JSON.parse(marked?.data ?? '')).toEqual(doubt('under_audit', { block: 2, vault: VAULT }));
  expect(await stateOf()).toBe('under_audit');
  const connection = await feed.database.connect();
  await clearMarks(connection, 1, wallets.vault);
  connection.release();
  const [cleared] = await stream.next();
  expect(JSON.parse(cleared?.data ?? '')).toEqual(known(2, { vault: VAULT }));
  stream.close();
});
