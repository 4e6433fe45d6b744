/** Every kind of answer over real HTTP, in every encoding: the same text, and headers that caches understand. */

import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { parseAddress } from '@mandate/core';
import {
  at,
  createTestDatabase,
  createTestLedger,
  delegate,
  row,
  wallets,
} from '@mandate/testing/ledger/database';
import { createFolder } from '@mandate/testing/process/folder';
import { CONFIGURED } from '@mandate/testing/service/ledger-api';
import { until } from '@mandate/testing/until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReadModelApi, startReadModelApi } from '../testing/read-model-api.ts';

const { vault, hot } = wallets;
const CONTRACT = `0x${'1'.padStart(40, '0')}`;
const DECODED = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync };
const ENCODINGS = Object.keys(DECODED) as (keyof typeof DECODED)[];
/** Headers that differ from one answer to the next. */
const OF_TRANSFER = ['date', 'x-request-id', 'connection', 'keep-alive'];

const db = await createTestDatabase();
const folder = createFolder();
let api: ReadModelApi;

beforeAll(async () => {
  const { openChain, write, writer } = createTestLedger(db.database);
  const chainId = await openChain();
  const many = Array.from({ length: 300 }, (_, log) => row(delegate(log.toString(16)), at(1, log)));
  const few = Array.from({ length: 20 }, (_, log) =>
    row(delegate(log.toString(16), { from: hot, to: wallets.other }), at(1, 300 + log)),
  );
  const vaults = Array.from({ length: 20 }, (_, log) =>
    row(
      delegate('1', { kind: 'all', from: parseAddress(`0x${(1_000 + log).toString(16).padStart(40, '0')}`) }),
      at(1, 400 + log),
    ),
  );
  await write(chainId, 1, ...many, ...few, ...vaults);
  const { block } = (await writer.findCheckpoint(chainId)) ?? expect.fail('The chain is not open.');
  await writer.mark(chainId, block, { head: 1, safe: 1, finalized: 1 }, 'following');
  api = await startReadModelApi(db.url, folder.path, CONFIGURED);
  await until('the read model answers', async () => 'etag' in (await ask(`/registry/v2/${vault}`)).headers);
});
afterAll(async () => {
  await api?.close();
  await db.drop();
  folder.remove();
});

interface SentRequest {
  readonly accepted?: string;
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function ask(
  path: string,
  { accepted = '', method = 'GET', headers = {}, body = '' }: SentRequest = {},
) {
  const sent = { ...headers, 'accept-encoding': accepted, 'x-request-id': 'mine' };
  const asking = request(api.url + path, { method, headers: sent, agent: false }).end(body);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  const bytes = Buffer.concat(await answer.toArray());
  const entries = Object.entries(answer.headers).filter(([name]) => !OF_TRANSFER.includes(name));
  return { status: answer.statusCode, headers: Object.fromEntries(entries), bytes };
}

describe.each([
  ['a list of the read model', `/registry/v2/${vault}?limit=30`],
  ['a list of a past block', `/registry/v2/${wallets.other}?atBlock=1`],
  ['a long list', `/registry/v2/${vault}`],
  ['resolve', `/resolve?to=${hot}&chainIds=1`],
  ['a wallet', `/wallets/${vault}?limit=30`],
  ['changes', '/changes?cursor=start'],
  ['a snapshot', `/snapshots/1/1?contract=${CONTRACT}`],
  ['a snapshot as CSV', `/snapshots/1/1?contract=${CONTRACT}&format=csv`],
  ['the description', '/openapi.json'],
  ['the text for machines', '/llms.txt'],
  ['the page of errors', '/errors'],
])('%s', (_name, path) => {
  test.each(ENCODINGS)('in %s', async (encoding) => {
    const plain = await ask(path);
    expect(plain.status).toBe(200);
    expect(plain.headers['content-encoding']).toBe(undefined);
    expect(plain.headers['vary']).toMatch(/Accept-Encoding$/);
    const whole = await ask(path, { accepted: encoding });
    expect(whole.headers['content-encoding']).toBe(encoding);
    expect(DECODED[encoding](whole.bytes).equals(plain.bytes)).toBe(true);
    const { 'content-encoding': _, 'content-length': length, ...rest } = whole.headers;
    const { 'content-length': plainLength, ...plainRest } = plain.headers;
    expect(rest).toEqual(plainRest);
    expect(length === undefined).toBe(plainLength === undefined);

    const head = await ask(path, { accepted: encoding, method: 'HEAD' });
    const { 'transfer-encoding': __, ...expected } = whole.headers;
    const { 'transfer-encoding': ___, ...found } = head.headers;
    expect([head.bytes.length, found]).toEqual([0, expected]);
  });
});

test.each(ENCODINGS)('a client that keeps a list in %s hears that it still holds', async (encoding) => {
  const path = `/registry/v2/${vault}?limit=30`;
  const first = await ask(path, { accepted: encoding });
  const tag = String(first.headers['etag']);
  expect(tag).toMatch(/^W\//);
  for (const accepted of ['', encoding]) {
    const { status, headers, bytes } = await ask(path, { accepted, headers: { 'if-none-match': tag } });
    expect([status, bytes.length]).toEqual([304, 0]);
    expect(headers).toMatchObject({ etag: tag, vary: 'Accept-Encoding', 'x-block-number': '1' });
    expect(headers).not.toHaveProperty('content-encoding');
  }
});

test('a batch of many checks is compressed', async () => {
  const checks = Array.from({ length: 100 }, () => ({
    registry: 'v2',
    kind: 'all',
    from: vault,
    to: hot,
  }));
  const asked = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ checks }),
  } as const;
  const plain = await ask('/batch', asked);
  const whole = await ask('/batch', { ...asked, accepted: 'zstd' });
  expect([plain.status, whole.headers['content-encoding']]).toEqual([200, 'zstd']);
  expect(zstdDecompressSync(whole.bytes).equals(plain.bytes)).toBe(true);
});

test.each([
  `/registry/v2/check/all?from=${vault}&to=${hot}`,
  `/registry/v2/check/all?from=${vault}&to=${hot}&atBlock=1`,
  `/registry/v2/${vault}?limit=2`,
  '/health',
  '/nothing',
])('%s is short and stays as it is', async (path) => {
  const plain = await ask(path);
  const { headers, bytes } = await ask(path, { accepted: 'gzip, br, zstd' });
  expect([bytes, headers['content-encoding'], headers['vary']]).toEqual([plain.bytes, undefined, undefined]);
});
