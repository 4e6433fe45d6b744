import { UNLIMITED } from '@mandate/core';
import { at, block } from '@mandate/testing/ledger/database';
import { createRawClient } from '@mandate/testing/service/raw-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comparable, parseCsv, parseLines, recordsOf } from './testing/read-file.ts';
import {
  AT_FINAL,
  FINAL,
  pathOf,
  type SnapshotService,
  startSnapshotService,
} from './testing/snapshot-service.ts';

let service: SnapshotService;
beforeAll(async () => {
  service = await startSnapshotService();
});
afterAll(() => service?.close());

const get = (atBlock: number, query = '') => service.api.app.inject(pathOf(atBlock, query));

test('a snapshot is a JSON object a line, with these fields in this order', async () => {
  const { statusCode, headers, body } = await get(FINAL);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/jsonl; charset=utf-8',
    'content-disposition':
      'attachment; filename="delegations-1-6-0x000000000000000000000000000000000C011ec7-v1-v2.jsonl"',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-chain-id': '1',
    'x-block-number': '6',
    'x-block-hash': block(6).hash,
    'x-block-timestamp': String(block(6).timestamp),
  });
  expect(body.split('\n', 2)).toEqual([
    `{"registry":"v2","type":"TOKEN","from":"0x000000000000000000000000000000000000C01D","to":"0x0000000000000000000000000000000000000407","contract":"0x000000000000000000000000000000000C011ec7","tokenId":${UNLIMITED},"rights":"0x766f746500000000000000000000000000000000000000000000000000000000","tokenType":"ERC1155","amount":${UNLIMITED},"block":2,"log":3,"transaction":"${at(2).tx}"}`,
    `{"registry":"v1","type":"ALL","from":"0x000000000000000000000000000000000000C01D","to":"0x0000000000000000000000000000000000000407","contract":null,"tokenId":null,"rights":null,"tokenType":null,"amount":null,"block":2,"log":11,"transaction":"${at(2).tx}"}`,
  ]);
});

test('a snapshot says the same in both formats, to the last digit', async () => {
  const [jsonl, texts, csv] = await Promise.all([
    get(FINAL),
    get(FINAL, '&numbers=string&format=jsonl'),
    get(FINAL, '&format=csv'),
  ]);
  const expected = recordsOf(AT_FINAL);
  expect(parseLines(jsonl.body).map(comparable)).toEqual(expected);
  expect(parseLines(texts.body).map(comparable)).toEqual(expected);
  expect(parseLines(texts.body)[0]).toMatchObject({
    tokenId: String(UNLIMITED),
    amount: String(UNLIMITED),
  });
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': expect.stringMatching(/^attachment; filename="[\w-]+\.csv"$/),
  });
  const [names = [], ...records] = parseCsv(csv.body);
  expect(names).toEqual(Object.keys(parseLines(jsonl.body)[0] ?? {}));
  const named = records.map((fields) => Object.fromEntries(names.map((name, i) => [name, fields[i]])));
  expect(records.every(({ length }) => length === names.length)).toBe(true);
  expect(named.map(comparable)).toEqual(expected);
});

test.each([
  [0, []],
  [2, [0, 1]],
  [3, [0, 1, 2]],
  [4, [0, 1, 2, 3]],
  [5, [0, 1, 3, 4, 5]],
  [6, AT_FINAL],
])('a snapshot at block %i has what stood then, whatever came later', async (atBlock, indexes) => {
  const { statusCode, body } = await get(atBlock);
  expect([statusCode, parseLines(body).map(comparable)]).toEqual([200, recordsOf(indexes)]);
  const csv = parseCsv((await get(atBlock, '&format=csv')).body);
  expect(csv).toHaveLength(1 + indexes.length);
});

test('a snapshot has the registries that are asked for', async () => {
  const registries = async (query: string) =>
    parseLines((await get(FINAL, query)).body).map(({ registry }) => registry);
  expect(await registries('&registries=v1')).toEqual(['v1', 'v1', 'v1']);
  expect(await registries('&registries=v2')).toEqual(['v2', 'v2', 'v2']);
  expect((await get(FINAL, '&registries=v2,v1')).body).toBe((await get(FINAL)).body);
});

test('a snapshot is not read for its headers', async () => {
  const { counted, countPages } = service;
  for (const [before, format] of ['jsonl', 'csv'].entries()) {
    const url = pathOf(FINAL, `&format=${format}`);
    const head = await counted.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.body, countPages()]).toEqual([200, '', before]);
    const {
      'x-request-id': _,
      date: __,
      'transfer-encoding': ___,
      ...expected
    } = (await counted.inject(url)).headers;
    expect(head.headers).toMatchObject(expected);
    expect(head.headers['content-length']).toBeUndefined();
    expect(countPages()).toBe(before + 1);
  }
});

test('a snapshot is not sent over HTTP/1.0, where nobody would see that it was cut off', async () => {
  const client = createRawClient(Number(new URL(await service.listen()).port));
  const ask = (version: string) =>
    client.send({
      bytes: Buffer.from(`GET ${pathOf(FINAL)} HTTP/${version}\r\nHost: a\r\nConnection: close\r\n\r\n`),
    });
  const [refused, sent] = [await ask('1.0'), await ask('1.1')];
  expect([refused?.status, JSON.parse(refused?.body ?? '')]).toMatchObject([
    400,
    { code: 'malformed_request' },
  ]);
  expect([sent?.status, sent?.headers.get('transfer-encoding')]).toEqual([200, 'chunked']);
  expect(sent?.body).toBe((await get(FINAL)).body);
});
