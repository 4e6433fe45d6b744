/** The life of the stream, with a service that this test plays. */
import { createClient } from '@mandate/sdk';
import { environmentManager, focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkQuery } from '../check-query.ts';
import { liveQuery } from '../live-query.ts';
import { createFeed } from './create-feed.ts';

const [HOT, VAULT] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`] as const;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  focusManager.setFocused(undefined);
});

const CURSOR = 'event: cursor\nid: 1-0-aa\ndata: {"cursor":"1-0-aa","chains":[{"chainId":1,"block":5}]}\n\n';
const granted = (block: number, undone = false) =>
  `event: change\nid: 1-${block}-aa\ndata: ${JSON.stringify({
    ...{ id: `1-${block}`, chainId: 1, undone },
    change: 'granted',
    registry: 'v1',
    type: 'ALL',
    from: VAULT,
    to: HOT,
    contract: null,
    tokenId: null,
    rights: null,
    tokenType: null,
    amount: null,
    amountBefore: null,
    block,
    log: 0,
    transaction: `0x${'1'.repeat(64)}`,
    timestamp: 1,
  })}\n\n`;

/** A service whose streams the test holds in its hands. */
function play(answer: (url: URL) => Response | null = () => null) {
  const streams: { url: URL; isOpen: boolean; send(text: string): void; end(): void }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    const refusal = answer(url);
    if (refusal) return refusal;
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start(given) {
        controller = given;
      },
      cancel() {
        stream.isOpen = false;
      },
    });
    const stream = {
      url,
      isOpen: true,
      send: (text: string) => controller.enqueue(new TextEncoder().encode(text)),
      end() {
        stream.isOpen = false;
        controller.close();
      },
    };
    streams.push(stream);
    init?.signal?.addEventListener('abort', () => {
      stream.isOpen = false;
    });
    stream.send(CURSOR);
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  const client = createClient({ baseUrl: 'https://mandate.example', fetch, retries: 0 });
  const queryClient = new QueryClient();
  const feed = createFeed(queryClient, client);
  const { key } = checkQuery(client, { kind: 'all', to: HOT, from: VAULT });
  queryClient.setQueryData(key, { status: 'yes' });
  const isAskedAgain = () => queryClient.getQueryState(key)?.isInvalidated;
  const answered = () => queryClient.setQueryData(key, { status: 'yes' });
  const shown = () => queryClient.getQueryData<{ status: string; reason?: string }>(key);
  const listOpen = () => streams.filter(({ isOpen }) => isOpen);
  return { feed, client, queryClient, streams, isAskedAgain, answered, shown, listOpen };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('all hooks share a stream, which closes a while after the last has left', async () => {
  const { feed, streams, listOpen } = play();
  const leaves = [1, 1, 8453].map((chainId) => feed.join([chainId]));
  expect(streams).toHaveLength(0);
  await pass(1);
  expect([listOpen().length, feed.isLive()]).toEqual([1, true]);
  expect(streams[0]?.url.searchParams.get('chainIds')).toBe('1,8453');
  for (const leave of leaves) leave();
  await pass(1_000);
  // A page that replaces another one keeps it.
  const leave = feed.join([1]);
  await pass(5_000);
  expect([streams.length, listOpen().length]).toEqual([1, 1]);
  leave();
  await pass(3_000);
  expect([listOpen().length, feed.isLive()]).toEqual([0, false]);
});

test('a stream is replaced when a question needs another chain', async () => {
  const { feed, streams, listOpen } = play();
  feed.join([1]);
  await pass(1);
  feed.join([8453]);
  await pass(1);
  feed.join(null);
  await pass(1);
  expect(streams.map(({ url }) => url.searchParams.get('chainIds'))).toEqual(['1', '1,8453', null]);
  expect(listOpen()).toHaveLength(1);
  feed.join([10]);
  await pass(1);
  expect(streams).toHaveLength(3);
});

test('what was asked before the stream began is asked again, and then what a change touches', async () => {
  const { feed, streams, isAskedAgain, answered } = play();
  feed.join([1]);
  await pass(1);
  expect([isAskedAgain(), feed.floorOf(1), feed.changedAt(1)]).toEqual([true, 5, undefined]);
  answered();
  streams[0]?.send(granted(7));
  await pass(100);
  expect([isAskedAgain(), feed.floorOf(1)]).toEqual([true, 7]);
  answered();
  streams[0]?.send(granted(7, true));
  await pass(600);
  expect([isAskedAgain(), feed.floorOf(1)]).toEqual([true, 6]);
  answered();
  await pass(1_000);
  expect(isAskedAgain()).toBe(false);
  // Once more: the first answer may have come from a server that did not know of the reorg yet.
  await pass(1_500);
  expect(isAskedAgain()).toBe(true);
});

const state = (known: boolean, code: string | null, vault: string | null = null) =>
  `event: chain\nid: 1-0-aa\ndata: ${JSON.stringify({ chainId: 1, known, code, block: 9, vault })}\n\n`;

test('an answer about a chain in doubt is unknown, and asked for again when the chain is known', async () => {
  const { feed, streams, isAskedAgain, answered, shown } = play();
  feed.join([1]);
  await pass(1);
  answered();
  streams[0]?.send(state(false, 'chain_lagging'));
  await pass(1);
  expect(shown()).toMatchObject({ status: 'unknown', reason: 'chain_lagging' });
  streams[0]?.send(state(false, 'chain_tainted'));
  await pass(3_000);
  expect([isAskedAgain(), shown()?.reason]).toEqual([false, 'chain_tainted']);
  streams[0]?.send(state(true, null));
  await pass(1);
  expect([isAskedAgain(), shown()?.status]).toEqual([true, 'unknown']);
  answered();
  // Twice: another server of the service may not know of the mark yet.
  streams[0]?.send(state(false, 'under_audit', VAULT));
  await pass(1);
  expect(isAskedAgain()).toBe(true);
  answered();
  await pass(2_000);
  expect(isAskedAgain()).toBe(true);
});

test('a live answer is asked for about every minute, and too many requests change nothing', async () => {
  let [reply, asked] = [Response.json(true), 0];
  const head = {
    'x-chain-id': '1',
    'x-block-number': '9',
    'x-block-hash': `0x${'1'.repeat(64)}`,
    'x-block-timestamp': '1',
  };
  const { feed, client, queryClient, streams, shown } = play((url) => {
    if (url.pathname === '/changes') return null;
    asked++;
    return reply.clone();
  });
  const refuse = (status: number, code: string) => {
    const problem = { type: 'x', title: 'x', status, detail: 'x', code };
    reply = Response.json(problem, { status, headers: { 'content-type': 'application/problem+json' } });
  };
  const answer = (value: boolean) => {
    reply = Response.json(value, { headers: head });
  };
  answer(true);
  feed.join([1]);
  await pass(1);
  const question = checkQuery(client, { kind: 'all', to: HOT, from: VAULT });
  const options = { ...liveQuery(feed, question, { isLive: true, pollMs: 1_000 }), retry: false };
  environmentManager.setIsServer(() => false);
  const stop = new QueryObserver(queryClient, options).subscribe(() => {});
  await pass(1_000);
  const before = asked;
  refuse(429, 'rate_limited');
  await pass(40_000);
  streams[0]?.send(CURSOR);
  await pass(7_000);
  expect(asked).toBe(before);
  await pass(26_000);
  expect([asked, shown()?.status]).toEqual([before + 1, 'yes']);
  // After a change it does: the answer may be another one.
  streams[0]?.send(granted(9));
  await pass(100);
  expect(shown()).toMatchObject({ status: 'unknown', reason: 'rate_limited' });
  answer(true);
  await pass(1_000);
  expect(shown()?.status).toBe('yes');
  // An answer of a server that is not in doubt yet.
  streams[0]?.send(state(false, 'chain_lagging'));
  await pass(1_500);
  expect(shown()).toMatchObject({ status: 'unknown', reason: 'chain_lagging' });
  refuse(503, 'chain_lagging');
  streams[0]?.send(state(true, null));
  await pass(100);
  expect(shown()).toMatchObject({ status: 'unknown', detail: 'x' });
  stop();
});

test('a stream that reconnects at once is no outage, and misses nothing', async () => {
  const { feed, streams, isAskedAgain, answered } = play();
  feed.join([1]);
  await pass(1);
  answered();
  streams[0]?.end();
  await pass(1);
  expect(feed.isLive()).toBe(false);
  await pass(900);
  expect([feed.isLive(), isAskedAgain()]).toEqual([true, false]);
  expect(streams[1]?.url.searchParams.get('cursor')).toBe('1-0-aa');
});

test('without a stream, everything is asked again, and the stream is tried again', async () => {
  let isDown = false;
  const { feed, streams, isAskedAgain, answered } = play(() =>
    isDown ? new Response('', { status: 503 }) : null,
  );
  feed.join([1]);
  await pass(1);
  answered();
  isDown = true;
  streams[0]?.end();
  await pass(1_100);
  expect([feed.isLive(), isAskedAgain()]).toEqual([false, true]);
  isDown = false;
  await pass(30_000);
  expect([feed.isLive(), streams.length]).toEqual([true, 2]);
});

test('a chain that the service does not have costs the others nothing', async () => {
  const refusal = { type: 'x', title: 'x', status: 400, detail: 'No chain 2.', code: 'chain_not_supported' };
  const { feed, streams } = play((url) =>
    url.searchParams.get('chainIds')?.includes('2')
      ? Response.json(refusal, { status: 400, headers: { 'content-type': 'application/problem+json' } })
      : null,
  );
  feed.join([1]);
  feed.join([2]);
  await pass(10);
  expect([feed.isLive(), streams[0]?.url.searchParams.get('chainIds')]).toEqual([true, null]);
});

test('a page that nobody sees closes its stream after a minute, and opens another when it is seen', async () => {
  const { feed, streams, listOpen, isAskedAgain, answered } = play();
  feed.join([1]);
  await pass(1);
  focusManager.setFocused(false);
  await pass(30_000);
  streams[0]?.send(CURSOR);
  await pass(29_000);
  expect(listOpen()).toHaveLength(1);
  await pass(2_000);
  expect([listOpen().length, feed.isLive()]).toEqual([0, false]);
  answered();
  focusManager.setFocused(true);
  await pass(1);
  expect([listOpen().length, feed.isLive(), isAskedAgain()]).toEqual([1, true, true]);
});

test('questions wait for the stream, but not for long', async () => {
  const { feed } = play();
  feed.join([1]);
  const order: string[] = [];
  void feed.beforeAsking('a').then(() => order.push(`asked, ${feed.isLive()}`));
  await pass(1);
  expect(order).toEqual(['asked, true']);

  const silent = createFeed(
    new QueryClient(),
    createClient({ baseUrl: 'https://mandate.example', fetch: () => new Promise(() => {}) }),
  );
  silent.join([1]);
  void silent.beforeAsking('b').then(() => order.push(`asked, ${silent.isLive()}`));
  await pass(400);
  expect(order).toHaveLength(1);
  await pass(200);
  expect(order[1]).toBe('asked, false');
});
