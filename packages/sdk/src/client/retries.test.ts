/** Tests when requests are retried, how long the SDK waits, and what stops it. */

import { FROM, TO } from '@mandate/testing/ledger/sample-grant';
import {
  answer,
  type Behave,
  type MisbehavingServer,
  problem,
  startMisbehavingServer,
} from '@mandate/testing/service/misbehaving-server';
import { until } from '@mandate/testing/until';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  ChainLaggingError,
  ChainNotReadyError,
  type ClientOptions,
  ConnectionError,
  checkAll,
  createClient,
  RateLimitedError,
} from '../index.ts';

let server: MisbehavingServer;
beforeAll(async () => {
  server = await startMisbehavingServer();
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const ask = (options: Partial<ClientOptions> = {}, signal?: AbortSignal) =>
  checkAll(createClient({ baseUrl: server.url, ...options }), { to: TO, from: FROM, signal });

/** Fails this many times, then answers true. */
const after = (times: number, behave: Behave): Behave => {
  const good = answer('true');
  return (request, response, count) => (count > times ? good : behave)(request, response, count);
};
const gaps = () => server.requests.slice(1).map(({ atMs }, i) => atMs - (server.requests[i]?.atMs ?? 0));

describe('asked again', () => {
  test.each<[string, Behave]>([
    ['429', problem(429, 'rate_limited', { headers: { 'Retry-After': '0' } })],
    ['503', problem(503, 'chain_lagging', { headers: { 'Retry-After': '0' } })],
    ['503 without a problem', answer('gone', { 'Content-Type': 'text/html' }, 503)],
    ['502', answer('gone', { 'Content-Type': 'text/html' }, 502)],
    ['504', answer('gone', { 'Content-Type': 'text/html' }, 504)],
    ['a closed connection', (request) => request.socket.destroy()],
  ])('%s', async (_, behave) => {
    server.behave(after(2, behave));
    expect((await ask()).value).toBe(true);
    expect(server.requests).toHaveLength(3);
  });

  test('nothing in time', async () => {
    server.behave(after(1, () => {}));
    expect((await ask({ timeoutMs: 100 })).value).toBe(true);
    expect(server.requests).toHaveLength(2);
  });
});

test.each<[string, Behave]>([
  ['400', problem(400, 'invalid_parameters')],
  ['401', problem(401, 'invalid_api_key')],
  ['404', problem(404, 'not_found')],
  ['408', problem(408, 'request_timeout')],
  ['500', problem(500, 'internal_error')],
  ['a redirect', answer('', { Location: '/elsewhere' }, 302)],
  ['an answer that is none', answer('"maybe"')],
])('not asked again: %s', async (_, behave) => {
  server.behave(behave);
  await expect(ask()).rejects.toThrow();
  expect(server.requests).toHaveLength(1);
});

test('waits grow and are randomised', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  server.behave(after(3, (request) => request.socket.destroy()));
  await ask();
  const [first = 0, second = 0, third = 0] = gaps();
  expect(first).toBeGreaterThan(195);
  expect(second).toBeGreaterThan(395);
  expect(third).toBeGreaterThan(795);
  expect(third).toBeLessThan(1_400);
});

test('Retry-After is waited for', async () => {
  server.behave(after(1, problem(429, 'rate_limited', { headers: { 'Retry-After': '1' } })));
  expect((await ask()).value).toBe(true);
  expect(gaps()[0]).toBeGreaterThan(995);
  expect(gaps()[0]).toBeLessThan(1_900);
});

test('Retry-After as a date', async () => {
  const date = new Date(Date.now() + 2_000).toUTCString();
  server.behave(after(1, problem(503, 'chain_lagging', { headers: { 'Retry-After': date } })));
  await ask();
  expect(gaps()[0]).toBeGreaterThan(900);
});

test('after all retries, the error is thrown', async () => {
  server.behave(problem(429, 'rate_limited', { headers: { 'Retry-After': '0' } }));
  await expect(ask({ retries: 2 })).rejects.toMatchObject({ constructor: RateLimitedError, retryAfterMs: 0 });
  expect(server.requests).toHaveLength(3);
});

test('a 429 without Retry-After', async () => {
  server.behave(answer('slow down', { 'Content-Type': 'text/html' }, 429));
  await expect(ask({ retries: 0 })).rejects.toMatchObject({
    constructor: RateLimitedError,
    retryAfterMs: 1_000,
  });
});

test('a long Retry-After is thrown at once', async () => {
  server.behave(problem(503, 'chain_not_ready', { headers: { 'Retry-After': '30' } }));
  const began = performance.now();
  await expect(ask()).rejects.toMatchObject({ constructor: ChainNotReadyError, retryAfterMs: 30_000 });
  expect(server.requests).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(5_000);
});

describe('an abort signal', () => {
  test('an aborted signal sends nothing', async () => {
    server.behave(answer('true'));
    await expect(ask({}, AbortSignal.abort('enough'))).rejects.toBe('enough');
    expect(server.requests).toHaveLength(0);
  });

  test.each<[string, Behave]>([
    ['while it waits to ask again', problem(429, 'rate_limited', { headers: { 'Retry-After': '9' } })],
    ['while nothing comes', () => {}],
    ['in the midst of a body', (_, response) => void response.writeHead(200).write('tr')],
  ])('%s: ends at once', async (_, behave) => {
    server.behave(behave);
    const controller = new AbortController();
    const asked = ask({}, controller.signal);
    const began = performance.now();
    // Once the server has the request: a busy machine takes its time for that.
    void until('a request', () => server.requests.length > 0).then(() =>
      setTimeout(() => controller.abort(new Error('enough')), 50),
    );
    await expect(asked).rejects.toThrow('enough');
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(server.requests).toHaveLength(1);
  });

  test('ends a fetch that ignores its signal, too', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort('enough'), 50);
    await expect(ask({ fetch: () => new Promise(() => {}) }, controller.signal)).rejects.toBe('enough');
    await expect(ask({ fetch: () => new Promise(() => {}), timeoutMs: 50, retries: 0 })).rejects.toThrow(
      ConnectionError,
    );
  });

  test('leaves no listeners behind', async () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    const remove = vi.spyOn(signal, 'removeEventListener');
    server.behave(after(2, problem(503, 'chain_lagging', { headers: { 'Retry-After': '0' } })));
    await ask({}, signal);
    expect(add.mock.calls.length).toBe(5);
    expect(remove.mock.calls.length).toBe(add.mock.calls.length);
  });
});

test('a chain that stays behind throws ChainLaggingError', async () => {
  server.behave(problem(503, 'chain_lagging', { headers: { 'Retry-After': '0' } }));
  await expect(ask({ retries: 1 })).rejects.toThrow(ChainLaggingError);
});
