import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { findBinary } from './anvil.ts';

const folder = mkdtempSync(join(tmpdir(), 'mandate-anvil-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes an executable file and the package that it belongs to. */
function install(path: string): string {
  const file = join(folder, 'node_modules/@foundry-rs', path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '{}');
  chmodSync(file, 0o755);
  return file;
}

const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;

test('finds the binary of the platform, or the one that the install script has put beside its package', () => {
  const manifest = pathToFileURL(install('anvil/package.json')).href;
  expect(() => findBinary(manifest)).toThrow(`anvil is not installed for ${platform}. Run npm ci.`);
  const beside = install(`anvil/${name}`);
  expect(findBinary(manifest)).toBe(beside);
  const own = install(`anvil-${platform}/bin/${name}`);
  expect(findBinary(manifest)).toBe(own);
});
