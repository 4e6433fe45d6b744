import { chmodSync } from 'node:fs';
import { createFolder } from '@mandate/testing/process/folder';
import { expect, onTestFinished, test } from 'vitest';
import { openCache } from './fetch-postgres.ts';

test('programs are not run from a folder that others can write to', () => {
  const folder = createFolder('cache');
  onTestFinished(folder.remove);
  expect(openCache(folder.path)).toBe(folder.path);
  chmodSync(folder.path, 0o777);
  expect(() => openCache(folder.path)).toThrow('must be a folder that belongs to you');
});
