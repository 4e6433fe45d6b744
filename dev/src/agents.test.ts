/** Holds AGENTS.md to the tree: the paths that it names exist, and a change stays as small as it says. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const [table = '', walkThrough = ''] = readFileSync(join(ROOT, 'AGENTS.md'), 'utf8')
  .replace(/^.*?## To add …/s, '')
  .replace(/## English.*$/s, '')
  .split('### ');

/** A path begins at the root, with a folder. */
const listPaths = (text: string) =>
  [...text.matchAll(/`([\w.-]+\/[\w./<>-]+)`/g)].map(([, path = '']) => path);

test('every path of the table exists; of a new file, the folder that it goes into', () => {
  const paths = listPaths(table);
  expect(paths.length).toBeGreaterThan(30);
  const missing = paths.filter((path) => !existsSync(join(ROOT, path.replace(/[^/]*<.*$/, ''))));
  expect(missing).toEqual([]);
});

test('the walk-through changes existing files and adds files to existing folders', () => {
  const files = [...walkThrough.matchAll(/^\d\. `([^`]+)`/gm)].map(([, path = '']) => path);
  const folders = files.map((path) => path.replace('/count/', '/').replace(/[^/]*$/, ''));
  expect(folders.filter((folder) => !existsSync(join(ROOT, folder)))).toEqual([]);
  expect(files).toHaveLength(9);
  expect(walkThrough.trim().split('\n').length).toBeLessThanOrEqual(40);
});

test.each([
  ['an operation', 9],
  ['a metric', 3],
  ['a grant kind', 12],
])('%s takes at most %i files', (what, most) => {
  const row = table.split('\n').find((line) => line.startsWith(`| ${what} |`)) ?? '';
  expect(listPaths(row).length).toBeGreaterThan(1);
  expect(listPaths(row).length).toBeLessThanOrEqual(most);
});
