/** Tests that answers are read up to a bounded size, and that nothing shows the keys in node addresses. */
import { gzipSync } from 'node:zlib';
import { type Handle, startFakeNode } from '@mandate/testing/chain/fake-node';
import { afterEach, describe, expect, test } from 'vitest';
import { AnswerTooLargeError, NodeUnavailableError, RateLimitedError, RpcError } from './errors.ts';
import { createRpc } from './rpc.ts';

const stops: (() => unknown)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

async function startNode(handle: Handle) {
  const node = await startFakeNode(handle);
  stops.push(node.stop);
  return node;
}

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
    const most = createRpc(url, { maxBytes: 2 ** 20 }).call('echo', []);
    await expect(most).rejects.toThrow(AnswerTooLargeError);
    await expect(most).rejects.toThrow('does not answer: it sends more than 1 MiB at once');
    expect(await createRpc(url, { maxBytes: 2 ** 22 }).call('echo', [])).toHaveLength(2_000_000);
  });
});

describe('keys in the address of a node', () => {
  const KEY = 'k3y-0123456789abcdef';
  const PASSWORD = 'p@ss/wörd';
  const addressOf = (url: string) => {
    const keyed = new URL(`${url}/v2/${KEY}?token=${KEY}2`);
    keyed.username = 'operator';
    keyed.password = PASSWORD;
    return keyed.href;
  };

  test('reach the node: user and password as an authorization header', async () => {
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

  test('are not shown if nothing listens there', async () => {
    const failed = await createRpc(addressOf('http://127.0.0.1:1'))
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
