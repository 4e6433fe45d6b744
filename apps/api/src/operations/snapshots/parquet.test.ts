/** Reads the files back with none of the code that writes them. */
import { createHash } from 'node:crypto';
import { FULL_RIGHTS } from '@mandate/core';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { openParquet } from './parquet.ts';
import type { SnapshotRecord } from './snapshot-file.ts';

const ABOUT = {
  chainId: 1,
  block: 20_000_000,
  contract: `0x${'C'.repeat(40)}`,
  registries: ['v1', 'v2'],
} as const;
const MAX_UINT = String(2n ** 256n - 1n);

const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}` as const;
/** Each column lacks some, all or none of its values, and differently in each group of rows. */
const records = Array.from({ length: 2_500 }, (_, i): SnapshotRecord => {
  const isWhole = i % 3 === 0 || (i >= 1_000 && i < 2_000);
  return {
    registry: i % 2 === 0 ? 'v1' : 'v2',
    type: isWhole ? 'ALL' : 'TOKEN',
    from: address(i),
    to: address(i % 7),
    contract: isWhole ? null : address(99),
    tokenId: isWhole ? null : i % 5 === 0 ? MAX_UINT : String(i),
    rights: i % 2 === 0 ? null : FULL_RIGHTS,
    tokenType: isWhole ? null : 'ERC721',
    amount: null,
    block: 2 ** 31 + i,
    log: i % 200,
    transaction: `0x${i.toString(16).padStart(64, '0')}`,
  };
});

/** Adds them in pages, as they are read. */
function write(rows: readonly SnapshotRecord[], rowsOfPage = 100): Buffer {
  const file = openParquet(ABOUT);
  const parts: Uint8Array[] = [];
  for (let i = 0; i < rows.length; i += rowsOfPage)
    parts.push(Buffer.from(file.add(rows.slice(i, i + rowsOfPage))));
  return Buffer.concat([...parts, Buffer.from(file.end())]);
}

const toArrayBuffer = (bytes: Buffer) => new Uint8Array(bytes).buffer;
const read = (bytes: Buffer) => parquetReadObjects({ file: toArrayBuffer(bytes) });

test.each([0, 1, 999, 1_000, 1_001, 2_000, 2_500])('%i rows are read as they were written', async (count) => {
  const rows = records.slice(0, count);
  const bytes = write(rows);
  expect(await read(bytes)).toEqual(rows.map((row) => ({ ...row, block: BigInt(row.block) })));
  const { row_groups: groups } = parquetMetadata(toArrayBuffer(bytes));
  const sizes = Array.from({ length: Math.ceil(count / 1_000) }, (_, i) =>
    Math.min(1_000, count - 1_000 * i),
  );
  expect(groups.map(({ num_rows }) => Number(num_rows))).toEqual(sizes);
});

test('the file says what it is about, and what its columns are', () => {
  const { key_value_metadata: about, schema, created_by } = parquetMetadata(toArrayBuffer(write(records)));
  expect(Object.fromEntries((about ?? []).map(({ key, value }) => [key, value]))).toEqual({
    'mandate.chainId': '1',
    'mandate.block': '20000000',
    'mandate.contract': ABOUT.contract,
    'mandate.registries': 'v1,v2',
  });
  const columns = schema.slice(1).map(({ name, type, repetition_type }) => [name, type, repetition_type]);
  expect(columns.map(([name]) => name)).toEqual(Object.keys(records[0] ?? {}));
  expect(columns).toContainEqual(['block', 'INT64', 'REQUIRED']);
  expect(columns).toContainEqual(['log', 'INT32', 'REQUIRED']);
  expect(columns).toContainEqual(['tokenId', 'BYTE_ARRAY', 'OPTIONAL']);
  // No version: the next one would change every file.
  expect(created_by).toBe('hyparquet');
});

test('the bytes are the same however the rows come, and in every version', () => {
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(digest(write(records, 1))).toBe(digest(write(records)));
  // People publish such digests. If it changes, old files can't be compared with new ones: say so in the changelog.
  expect(digest(write(records))).toBe('6c6aeea7fdfa777432a1f7812d7713a0211e568a3896a811c74bcc38ffe22397');
});

test('a file that was cut off cannot be read', async () => {
  const bytes = write(records);
  for (const length of [bytes.length - 1, bytes.length - 500, Math.floor(bytes.length / 2), 4])
    await expect(async () => read(bytes.subarray(0, length))).rejects.toThrow();
});
