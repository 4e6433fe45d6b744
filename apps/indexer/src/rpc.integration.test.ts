/** How a node is asked: in batches that it takes, for answers of a bounded size, and without its keys being shown. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { createBlockRanges } from './block-ranges.ts';
import { createNode } from './node.ts';
import { createRpc } from './rpc.ts';
import { AnswerTooLargeError, NodeUnavailableError, RateLimitedError, RpcError } from './rpc-errors.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

interface Sent {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

type Handle = (calls: readonly Sent[], response: ServerResponse, request: IncomingMessage) => unknown;

/** A node that sends what `handle` returns, unless that has answered already. */
async function startNode(handle: Handle): Promise<{ url: URL; sizes: number[] }> {
  const sizes: number[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as Sent | Sent[];
    const calls = Array.isArray(body) ? body : [body];
    sizes.push(Array.isArray(body) ? calls.length : 1);
    const answer = handle(calls, response, request);
    if (response.writableEnded) return;
    const sent = answer ?? (Array.isArray(body) ? calls.map(echo) : calls.map(echo)[0]);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(sent));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), sizes };
}

const echo = ({ id, params }: Sent) => ({ jsonrpc: '2.0', id, result: params[0] });
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
    [
      'with an error for each call',
      4,
      (sent) => sent.map(({ id }) => ({ ...error('batch limit exceeded'), id })),
    ],
  ];
  test.for(REFUSALS)('%s', async ([, limit, refuse]) => {
    const { url, sizes } = await startNode((sent, response, request) =>
      sent.length > limit ? refuse(sent, response, request) : undefined,
    );
    const rpc = createRpc(url.href);
    expect(await rpc.batch(calls(1_100))).toEqual(results(1_100));
    sizes.length = 0;
    expect(await rpc.batch(calls(300))).toEqual(results(300));
    // Remembered: it is not refused again.
    expect(sizes.every((size) => size <= limit)).toBe(true);
    expect(sizes.length).toBeLessThanOrEqual(Math.ceil(300 / Math.max(1, limit / 2)) + 1);
  });

  test('an error of one call is its own', async () => {
    const { url } = await startNode((sent) =>
      sent.map((call) =>
        call.params[0] === '0x1'
          ? { id: call.id, error: { code: -32_000, message: 'missing trie node' } }
          : echo(call),
      ),
    );
    const rpc = createRpc(url.href);
    const settled = await Promise.allSettled(calls(3).map((call) => rpc.join(call)));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(rpc.batch(calls(3))).rejects.toThrow(RpcError);
  });

  test('parts of a range that came in several requests are held against each other', async () => {
    let looks = 0;
    const header = (number: string) => ({
      ...{ number, hash: `0x${'aa'.repeat(32)}`, parentHash: `0x${'bb'.repeat(32)}`, timestamp: '0x1' },
      ...{ logsBloom: `0x${'00'.repeat(256)}`, receiptsRoot: `0x${'00'.repeat(32)}` },
    });
    const { url } = await startNode((sent) => {
      if (sent.length > 1) return error('no batches');
      const [{ id, method, params } = { id: 0, method: '', params: [] }] = sent;
      if (method === 'eth_getLogs') return { id, result: [] };
      const block = header(String(params[0]));
      // By the time that the last block is looked at again, it is another one.
      return {
        id,
        result: params[0] === '0xa' && ++looks > 1 ? { ...block, hash: `0x${'cc'.repeat(32)}` } : block,
      };
    });
    const range = createNode(url.href).getRange([], 1, 10);
    await expect(range).rejects.toThrow('its blocks changed between two requests');
  });
});

test('what is asked at the same moment shares requests', async () => {
  const { url, sizes } = await startNode(() => undefined);
  const rpc = createRpc(url.href);
  const first = Promise.all(
    calls(250).map(async (call) => {
      await rpc.join(call);
      return rpc.join(call);
    }),
  );
  expect(await first).toEqual(results(250));
  expect(sizes.reduce((sum, size) => sum + size)).toBe(500);
  expect(sizes.length).toBeLessThanOrEqual(5);
});

describe('the size of an answer', () => {
  const start = (pack: (body: Buffer) => Buffer, headers: Record<string, string>) =>
    startNode((sent, response) => {
      const body = Buffer.from(JSON.stringify({ id: sent[0]?.id, result: 'x'.repeat(2_000_000) }));
      response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(pack(body));
    });

  test.each([
    ['plain', (body: Buffer) => body, {} as Record<string, string>],
    ['packed', gzipSync, { 'content-encoding': 'gzip' }],
  ] as const)('is bounded, %s', async (_, pack, headers) => {
    const { url } = await start(pack, headers);
    const most = createRpc(url.href, { maxBytes: 2 ** 20 }).call('echo', []);
    await expect(most).rejects.toThrow(AnswerTooLargeError);
    await expect(most).rejects.toThrow('does not answer: it sends more than 1 MiB at once');
    expect(await createRpc(url.href, { maxBytes: 2 ** 22 }).call('echo', [])).toHaveLength(2_000_000);
  });

  test('makes ranges smaller', () => {
    const ranges = createBlockRanges();
    expect(ranges.failed(10, new AnswerTooLargeError('node', 2 ** 26))).toBe(true);
    expect(ranges.size).toBe(5);
  });
});

describe('keys in the address of a node', () => {
  const KEY = 'k3y-0123456789abcdef';
  const PASSWORD = 'p@ss/wörd';
  const addressOf = (url: URL) => {
    const keyed = new URL(`${url.origin}/v2/${KEY}?token=${KEY}2`);
    keyed.username = 'operator';
    keyed.password = PASSWORD;
    return keyed.href;
  };

  test('reach the node: user and password as its authorization', async () => {
    const { url } = await startNode((sent, _, request) => ({
      id: sent[0]?.id,
      result: [request.headers.authorization, request.url],
    }));
    expect(await createRpc(addressOf(url)).call('echo', [])).toEqual([
      `Basic ${Buffer.from(`operator:${PASSWORD}`).toString('base64')}`,
      `/v2/${KEY}?token=${KEY}2`,
    ]);
  });

  const FAILURES: readonly [name: string, handle: Handle, kind: new (...args: never) => Error][] = [
    [
      'an error that repeats them',
      (sent) => ({
        id: sent[0]?.id,
        error: {
          code: -32_001,
          message: `no plan for ${KEY} of operator:${PASSWORD} at /v2/${KEY}?token=${KEY}2`,
        },
      }),
      RpcError,
    ],
    [
      'HTML that repeats them',
      (_, response) => response.writeHead(403).end(`<h1>${KEY} ${PASSWORD}</h1>`),
      NodeUnavailableError,
    ],
    [
      'HTTP 429',
      (_, response) => response.writeHead(429, { 'retry-after': '60' }).end(KEY),
      RateLimitedError,
    ],
    ['a broken connection', (_, response) => response.destroy().end(), NodeUnavailableError],
    [
      'a redirect to nowhere',
      (_, response) => response.writeHead(307, { location: `http://127.0.0.1:1/${KEY}` }).end(),
      NodeUnavailableError,
    ],
    [
      'a redirect that is no URL',
      (_, response) => response.writeHead(307, { location: `http://${PASSWORD} ${KEY}` }).end(),
      NodeUnavailableError,
    ],
    ['nothing of JSON-RPC', () => ({ [KEY]: PASSWORD }), NodeUnavailableError],
  ];
  test.for(FAILURES)('are not shown by the error of %s', async ([, handle, kind]) => {
    const { url } = await startNode(handle);
    const failed = await createRpc(addressOf(url), { timeoutMs: 2_000 })
      .call('echo', [])
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(kind);
    expectNoKey(failed);
  });

  test('are not shown when nobody listens there', async () => {
    const failed = await createRpc(addressOf(new URL('http://127.0.0.1:1')))
      .call('echo', [])
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(NodeUnavailableError);
    expectNoKey(failed);
  });

  function expectNoKey(error: unknown): void {
    for (let each = error; each instanceof Error; each = each.cause) {
      const shown = `${each.message} ${each.stack} ${JSON.stringify(each)}`;
      for (const secret of [KEY, PASSWORD, encodeURIComponent(PASSWORD), 'operator'])
        expect(shown).not.toContain(secret);
    }
  }
});
