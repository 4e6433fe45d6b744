import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMigrationFile } from './migration-file.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');
/** No version that reads the header is older. */
const FIRST_WITH_HEADER = '0016';

test('each migration says which versions run with it', () => {
  const files = readdirSync(FOLDER).map((name) =>
    readMigrationFile(name, readFileSync(join(FOLDER, name), 'utf8')),
  );
  const silent = files.filter(({ number, runsWith }) => number >= FIRST_WITH_HEADER && runsWith === null);
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test('one that builds an index beside writers is that one statement', () => {
  const index = '-- concurrently\n-- For lists.\ncreate index concurrently if not exists a on chain (b);\n';
  expect(readMigrationFile('0020-a.sql', index).index).toBe('a');
  for (const wrong of [
    `${index}select 1;`,
    index.replace(' if not exists', ''),
    '-- concurrently\nselect 1;',
  ])
    expect(() => readMigrationFile('0020-a.sql', wrong)).toThrow('one statement');
});
