import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseEncoding, MIN_COMPRESSED_BYTES } from './compression.ts';
import { createServer } from './server.ts';

const LONG = JSON.stringify('a'.repeat(MIN_COMPRESSED_BYTES));
const TEXT = 'text/plain; charset=utf-8';
const MAX_STREAMS = 64;
const READ = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync };

let app: FastifyInstance;
let url: string;
/** How often a stream that never ends was asked for more. */
let asked = 0;
let ended = 0;

/** Cannot be made much smaller, so it does not fit into the buffers on the way. */
async function* writeForEver() {
  try {
    for (; ; asked++) {
      await yieldToOthers();
      yield randomBytes(50_000).toString('hex');
    }
  } finally {
    ended++;
  }
}

async function* failAfter(parts: number) {
  for (let i = 0; i < parts; i++) yield randomBytes(50_000).toString('hex');
  throw new Error('The chain went back.');
}

beforeAll(async () => {
  app = createServer(pino({ level: 'silent' }));
  const json = { 'content-type': 'application/json; charset=utf-8' };
  app.get('/long', async (_, reply) => reply.headers(json).send(LONG));
  app.get('/at-once', (_, reply) => reply.sendJson(LONG, []));
  app.get('/huge', (_, reply) => reply.sendJson(`"${'a'.repeat(100_000)}"`, []));
  app.get('/limit', (_, reply) => reply.sendJson(LONG.slice(0, MIN_COMPRESSED_BYTES - 1), []));
  app.get('/short', async (_, reply) => reply.headers(json).send('[]'));
  app.get('/bytes', async (_, reply) => reply.type('application/octet-stream').send(Buffer.from(LONG)));
  app.get('/own', { config: { cors: false } }, async (_, reply) => reply.headers(json).send(LONG));
  app.get('/ever', async (_, reply) => reply.type(TEXT).send(Readable.from(writeForEver())));
  app.get('/broken', async (_, reply) => reply.type(TEXT).send(Readable.from(failAfter(20))));
  app.get('/events', async (_, reply) =>
    reply.type('text/event-stream; charset=utf-8').send(Readable.from(['data: 1\n\n'])),
  );
  app.get('/varies', async (_, reply) => reply.headers({ ...json, vary: 'Accept' }).send(LONG));
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const ask = (path: string, accepted?: string, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: path, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

async function open(path: string, accepted: string): Promise<IncomingMessage> {
  const headers = { 'accept-encoding': accepted };
  const [response] = (await once(get(url + path, { agent: false, headers }), 'response')) as [
    IncomingMessage,
  ];
  return response;
}

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['deflate', null],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['gzip ; q=0.2 , br ; q=0.3', 'br'],
  ['gzip;q=0', null],
  ['gzip;q=0.000, br;q=0.001', 'br'],
  ['*', 'zstd'],
  ['zstd;q=0, *', 'br'],
  ['*;q=0', null],
  ['*;q=0, gzip', 'gzip'],
  ['gzip;q=0.5, identity', null],
  ['gzip, identity;q=0.5', 'gzip'],
  ['identity;q=0', null],
  ['identity;q=0, gzip', 'gzip'],
  ['gzip;q=many', null],
  [',,;;', null],
] as const)('Accept-Encoding: %s is answered with %s', (accepted, encoding) => {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  expect(chooseEncoding({ headers })).toBe(encoding);
});

test.each(
  ['/long', '/at-once'].flatMap((path) => (['gzip', 'br', 'zstd'] as const).map((each) => [path, each])),
)('%s in %s, and its headers alone', async (path, encoding) => {
  const whole = await ask(path, encoding);
  expect(READ[encoding as keyof typeof READ](whole.rawPayload).toString()).toBe(LONG);
  expect(whole.headers).toMatchObject({
    'content-encoding': encoding,
    'content-length': String(whole.rawPayload.length),
    vary: 'Accept-Encoding',
    'content-type': 'application/json; charset=utf-8',
  });
  const head = await ask(path, encoding, 'HEAD');
  const strip = ({ date: _, 'x-request-id': __, ...rest }: typeof head.headers) => rest;
  expect(strip(head.headers)).toEqual(strip(whole.headers));
});

test('a body that another thread compresses is whole', async () => {
  const { rawPayload } = await ask('/huge', 'gzip');
  expect(gunzipSync(rawPayload).toString()).toBe(`"${'a'.repeat(100_000)}"`);
});

test.each(['/long', '/at-once'])('%s goes as it is to those who take no encoding', async (path) => {
  const { headers, body } = await ask(path);
  expect([body, headers['content-encoding'], headers['vary']]).toEqual([LONG, undefined, 'Accept-Encoding']);
});

test.each(['/limit', '/short', '/bytes', '/own', '/events'])('%s is never compressed', async (path) => {
  const { headers } = await ask(path, 'gzip');
  expect([headers['content-encoding'], headers['vary']]).toEqual([undefined, undefined]);
});

test('what an answer depends on already stays said', async () => {
  expect((await ask('/varies', 'gzip')).headers['vary']).toBe('Accept, Accept-Encoding');
});

test.each(['gzip', 'br', 'zstd'])('a stream that fails in %s is cut off, not ended', async (encoding) => {
  const response = await open('/broken', encoding);
  expect(response.headers['content-encoding']).toBe(encoding);
  let length = 0;
  const reading = (async () => {
    for await (const chunk of response) length += chunk.length;
  })();
  await expect(reading).rejects.toThrow();
  expect(length).toBeGreaterThan(0);
  expect(response.complete).toBe(false);
});

test.each(['gzip', 'br', 'zstd'])(
  'nothing is read for a client that stops reading %s, or leaves',
  async (encoding) => {
    const before = ended;
    const response = await open('/ever', encoding);
    await once(response, 'readable');
    await expect
      .poll(
        async () => {
          const seen = asked;
          await new Promise((resolve) => setTimeout(resolve, 100));
          return asked - seen;
        },
        { timeout: 10_000 },
      )
      .toBe(0);
    expect(ended).toBe(before);
    response.destroy();
    await expect.poll(() => ended).toBe(before + 1);
  },
);

test('more streams at once than memory allows go as they are', async () => {
  const streams = await Promise.all(Array.from({ length: MAX_STREAMS + 1 }, () => open('/ever', 'gzip')));
  const encodings = streams.map(({ headers }) => headers['content-encoding']);
  expect(encodings.filter((each) => each === 'gzip')).toHaveLength(MAX_STREAMS);
  expect(encodings).toContain(undefined);
  const before = ended;
  for (const stream of streams) stream.destroy();
  await expect.poll(() => ended).toBe(before + streams.length);
  const next = await open('/ever', 'gzip');
  expect(next.headers['content-encoding']).toBe('gzip');
  next.destroy();
});
