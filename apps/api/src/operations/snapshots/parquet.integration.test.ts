import { zstdDecompressSync } from 'node:zlib';
import { startApiProcess } from '@mandate/testing/process/api-process';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comparable, parseLines, recordsOf } from './testing/read-file.ts';
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

const get = (query: string, headers = {}) => service.api.app.inject({ url: pathOf(FINAL, query), headers });
const parse = (bytes: Buffer) => parquetReadObjects({ file: new Uint8Array(bytes).buffer });

test('a Parquet file has the same records as the other formats', async () => {
  const { statusCode, headers, rawPayload } = await get('&format=parquet');
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/vnd.apache.parquet',
    'content-disposition':
      'attachment; filename="delegations-1-6-0x000000000000000000000000000000000C011ec7-v1-v2.parquet"',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
  const records = await parse(rawPayload);
  expect(records.map(comparable)).toEqual(recordsOf(AT_FINAL));
  const lines = parseLines((await get('&numbers=string')).body);
  expect(records.map((each) => ({ ...each, log: BigInt(each['log'] as number) }))).toEqual(lines);
});

test('its transfer is compressed, and its headers are sent alone', async () => {
  const plain = await get('&format=parquet');
  const { headers, rawPayload } = await get('&format=parquet', { 'accept-encoding': 'zstd' });
  expect(headers['content-encoding']).toBe('zstd');
  expect(zstdDecompressSync(rawPayload).equals(plain.rawPayload)).toBe(true);
  const head = await service.api.app.inject({ method: 'HEAD', url: pathOf(FINAL, '&format=parquet') });
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', undefined]);
});

test('every process sends the same bytes', async () => {
  const { rawPayload: expected } = await get('&format=parquet');
  const other = await startApiProcess(service.databaseUrl);
  try {
    const answer = await fetch(other.url + pathOf(FINAL, '&format=parquet'));
    expect(Buffer.from(await answer.arrayBuffer()).equals(expected)).toBe(true);
  } finally {
    await other.kill();
  }
});

test('a snapshot of nothing is a file without rows', async () => {
  const { rawPayload } = await service.api.app.inject(pathOf(0, '&format=parquet'));
  expect(await parse(rawPayload)).toEqual([]);
});
