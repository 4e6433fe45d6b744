/** `npm run check` must report code that nothing uses. */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';

const FILE = 'packages/store/src/left-behind.ts';
const EXPORT = 'packages/testing/src/left-behind.ts';
afterEach(() => {
  for (const path of [FILE, EXPORT]) rmSync(path, { force: true });
});

test('a file that nothing imports and an export that nothing uses are refused', () => {
  for (const path of [FILE, EXPORT]) writeFileSync(path, 'export const leftBehind = 1;\n');
  const { status, stdout } = spawnSync('npm', ['run', '--silent', 'check:unused'], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stdout).toMatch(new RegExp(`Unused files .*\n${FILE}`));
  expect(stdout).toMatch(new RegExp(`Unused exports .*\nleftBehind +${EXPORT}`));
});
