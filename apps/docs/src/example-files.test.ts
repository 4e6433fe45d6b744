import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listExamples, writeExampleFiles } from './example-files.ts';

const EXAMPLES = join(import.meta.dirname, '../../../examples');

test.each(listExamples())('the page of %s has each of its files, and no other', (name) => {
  const { stdout } = spawnSync('git', ['ls-files'], { cwd: join(EXAMPLES, name), encoding: 'utf8' });
  const files = stdout
    .trim()
    .split('\n')
    .filter((file) => file !== 'README.md');
  const page = writeExampleFiles(join(EXAMPLES, name));
  expect(Array.from(page.matchAll(/^### (.+)$/gm), ([, file]) => file).toSorted()).toEqual(files.toSorted());
  for (const file of files)
    expect(page).toContain(readFileSync(join(EXAMPLES, name, file), 'utf8').trimEnd());
});
