/** Tests how calls share requests: as many as a node accepts, and as fast as it allows. */
import { echo, type Handle, type SentCall, startFakeNode } from '@mandate/testing/chain/fake-node';
import { afterEach, describe, expect, test } from 'vitest';
import { createNode } from '../node.ts';
import { RateLimitedError, RpcError } from './errors.ts';
import { createRpc } from './rpc.ts';

const stops: (() => unknown)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

async function startNode(handle: Handle) {
  const node = await startFakeNode(
    (calls, response, request) => handle(calls, response, request) ?? calls.map(echo),
  );
  stops.push(node.stop);
  return node;
}

const calls = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ method: 'echo', params: [`0x${i.toString(16)}`] }));
const results = (count: number) => calls(count).map(({ params }) => params[0]);

describe('a batch that a node refuses is split to what it takes', () => {
  const error = (message: string, code = -32_600) => ({ jsonrpc: '2.0', id: null, error: { code, message } });
  const REFUSALS: readonly [name: string, limit: number, refuse: Handle][] = [
    ['with one error', 1_000, () => error('batch too large')],
    ['with an error that does not say why', 10, () => error('invalid request')],
    [
      'with an error like a rate limit',
      3,
      () => error('Batch of more than 3 requests are not allowed', -32_005),
    ],
    [
      'with HTTP 413 and JSON',
      7,
      (_, response) => response.writeHead(413).end(JSON.stringify(error('payload too large'))),
    ],
    [
      'with HTTP 500 and JSON',
      1,
      (_, response) => response.writeHead(500).end(JSON.stringify(error('batches are not supported'))),
    ],
    ['with an error in a list', 3, () => [error('too many')]],
    ['with an empty list', 5, () => []],
    ['with less than was asked for', 6, (sent) => sent.slice(0, 6).map(echo)],
    ['with JSON of its own', 2, () => ({ message: 'no' })],
    ['with HTTP 403 and HTML', 8, (_, response) => response.writeHead(403).end('<h1>no</h1>')],
    ['with HTTP 500 and nothing', 10, (_, response) => response.writeHead(500).end()],
    [
      'with the same error for each call, in unknown words',
      4,
      (sent) => sent.map(({ id }) => ({ ...error('a message that no known node sends'), id })),
    ],
    [
      'with an error for each call',
      4,
      (sent) => sent.map(({ id }) => ({ ...error('batch limit exceeded'), id })),
    ],
  ];
  test.for(REFUSALS)('%s', async ([, limit, refuse]) => {
    const { url, requests } = await startNode((sent, response, request) =>
      sent.length > limit ? refuse(sent, response, request) : undefined,
    );
    const rpc = createRpc(url);
    expect(await rpc.batch(calls(1_100))).toEqual(results(1_100));
    requests.length = 0;
    expect(await rpc.batch(calls(300))).toEqual(results(300));
    // The limit is remembered: nothing is refused again.
    expect(requests.every(({ length }) => length <= limit)).toBe(true);
    expect(requests.length).toBeLessThanOrEqual(Math.ceil(300 / Math.max(1, limit / 2)) + 1);
  });

  test('a server that lacks a block refuses no batch: calls that belong together still share a request', async () => {
    let isBehind = true;
    const { url } = await startNode((sent) =>
      isBehind && sent.length > 1
        ? sent.map(({ id }) => ({ id, error: { code: -32_000, message: 'unknown block' } }))
        : sent.map(echo),
    );
    const rpc = createRpc(url);
    await expect(rpc.batch(calls(3))).rejects.toThrow('unknown block');
    isBehind = false;
    expect(await rpc.joinAll(calls(2))).toMatchObject({ isOneRequest: true });
  });

  test('an error of one call does not affect the others', async () => {
    const { url } = await startNode((sent) =>
      sent.map((call) =>
        call.params[0] === '0x1'
          ? { id: call.id, error: { code: -32_000, message: 'missing trie node' } }
          : echo(call),
      ),
    );
    const rpc = createRpc(url);
    const settled = await Promise.allSettled(calls(3).map((call) => rpc.join(call)));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(rpc.batch(calls(3))).rejects.toThrow(RpcError);
  });

  test.each([1, 100])(
    'a range whose last block changes while it is read is refused, %i calls at once',
    async (limit) => {
      let looks = 0;
      const header = (number: string) => ({
        number,
        hash: `0x${'aa'.repeat(32)}`,
        parentHash: `0x${'bb'.repeat(32)}`,
        timestamp: '0x1',
        logsBloom: `0x${'00'.repeat(256)}`,
        receiptsRoot: `0x${'00'.repeat(32)}`,
      });
      const answer = ({ id, method, params: [tag] }: SentCall) => {
        if (method === 'eth_chainId') return { id, result: '0x1' };
        if (method === 'eth_getLogs') return { id, result: [] };
        const block = header(String(tag));
        // When the last block is read again, it is another one.
        return {
          id,
          result: tag === '0xa' && ++looks > 1 ? { ...block, hash: `0x${'cc'.repeat(32)}` } : block,
        };
      };
      const { url } = await startNode((sent) => {
        if (sent.length > limit) return error('no batches');
        return sent.map(answer);
      });
      const range = createNode(url, 1).getRange([], 1, 10);
      await expect(range).rejects.toThrow('block 10 changed while its logs were read');
    },
  );
});

describe('a node that limits requests is waited for', () => {
  const limited =
    (code: number, message: string): Handle =>
    (sent) =>
      sent.map(({ id }) => ({ id, error: { code, message } }));
  const status =
    (code: number, headers: Record<string, string> = {}): Handle =>
    (_, response) =>
      response.writeHead(code, headers).end('slow down');
  const LIMITS: readonly [name: string, handle: Handle, minMs: number][] = [
    ['HTTP 429', status(429), 1_000],
    ['HTTP 429 with seconds', status(429, { 'retry-after': '2' }), 2_000],
    ['HTTP 429 with nonsense', status(429, { 'retry-after': 'soon' }), 1_000],
    ['HTTP 503 with seconds', status(503, { 'retry-after': '1' }), 1_000],
    ['an error code', limited(-32_005, 'daily request count exceeded'), 1_000],
    ['another code', limited(-32_007, '15/second request limit reached'), 1_000],
    ['code 429', limited(429, 'Your app has exceeded its compute units per second'), 1_000],
    ['words', limited(-32_000, 'Too Many Requests, retry in 1s'), 1_000],
    ['words about a method', limited(-32_000, 'rate limit exceeded for eth_getLogs'), 1_000],
  ];
  test.for(LIMITS)('%s', async ([, handle, minMs]) => {
    let requests = 0;
    const { url } = await startNode((sent, response, request) =>
      ++requests === 1 ? handle(sent, response, request) : undefined,
    );
    const startedAt = performance.now();
    expect(await createRpc(url).batch(calls(3))).toEqual(results(3));
    const tookMs = performance.now() - startedAt;
    expect(tookMs).toBeGreaterThan(minMs - 50);
    expect(tookMs).toBeLessThan(10 * minMs);
  });

  test('until a date', async () => {
    let until = 0;
    const { url } = await startNode((_, response) => {
      until ||= Math.ceil(Date.now() / 1_000 + 1) * 1_000;
      if (Date.now() >= until) return undefined;
      return response.writeHead(429, { 'retry-after': new Date(until).toUTCString() }).end();
    });
    expect(await createRpc(url).batch(calls(3))).toEqual(results(3));
    expect(Date.now()).toBeGreaterThanOrEqual(until);
  });

  test('not for longer than a few seconds within a step, and not forever', async () => {
    const long = await startNode(status(429, { 'retry-after': '30' }));
    const failed = await createRpc(long.url)
      .batch(calls(3))
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ name: 'RateLimitedError', retryAfterMs: 30_000 });
    expect(long.requests.length).toBe(1);
    const always = await startNode(status(429, { 'retry-after': '0.1' }));
    await expect(createRpc(always.url).batch(calls(3))).rejects.toThrow(RateLimitedError);
    expect(always.requests.length).toBe(4);
  });

  test('that limits single calls of a request: answered calls are kept', async () => {
    const LIMIT = 10;
    let left = LIMIT;
    const timer = setInterval(() => {
      left = LIMIT;
    }, 250);
    stops.push(() => clearInterval(timer));
    const { url, requests } = await startNode((sent) =>
      sent.map((call) =>
        left-- > 0
          ? echo(call)
          : { id: call.id, error: { code: 429, message: 'compute units per second exceeded' } },
      ),
    );
    expect(await createRpc(url).batch(calls(30))).toEqual(results(30));
    expect(requests.flat().length).toBeLessThan(100);
  });

  test('that refuses large batches: with smaller ones', async () => {
    const { url } = await startNode((sent, response) =>
      sent.length > 10 ? response.writeHead(429, { 'retry-after': '0.1' }).end() : undefined,
    );
    expect(await createRpc(url).batch(calls(40))).toEqual(results(40));
  });
});

test('calls made at the same moment share requests', async () => {
  const { url, requests } = await startNode(() => undefined);
  const rpc = createRpc(url);
  const first = Promise.all(
    calls(250).map(async (call) => {
      await rpc.join(call);
      return rpc.join(call);
    }),
  );
  expect(await first).toEqual(results(250));
  expect(requests.flat()).toHaveLength(500);
  expect(requests.length).toBeLessThanOrEqual(5);
});
