/** Tests that no text sends a reader to a package of ours on npm before it is there, or to a clone afterwards. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PUBLISHED } from '../../deploy/pack.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Matches a command, or the configuration of a program, that takes a package by its name. */
const BY_NAME =
  /\b(?:npx|bunx|(?:npm|pnpm|yarn|bun) (?:i|install|add|exec|dlx|x))\b[^`\n]*@mandate\/|"-y",\s*"@mandate\//;
const FROM_CLONE = /\bnpm install [^`\n]*\/mandate\/packs\//;
const isText = (file: string) =>
  /\.(?:md|mdx|ts|tsx|json|html|svg|txt|toml|ya?ml)$/.test(file) &&
  !/^docs\/adr\/|^CHANGELOG|package(?:-lock)?\.json$|\.test\.ts$/.test(file);

test.each([
  ['npm install @mandate/sdk', true],
  ['npm i --save-exact viem @mandate/sdk', true],
  ['npx -y @mandate/cli mcp', true],
  ['"command": "npx", "args": ["-y", "@mandate/cli"]', true],
  ['npm install ../mandate/packs/sdk.tgz', false],
  ["import { check } from '@mandate/sdk'", false],
])('%s takes a package by its name: %s', (text, takes) => expect(BY_NAME.test(text)).toBe(takes));

test('no text installs in the other way', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(isText);
  expect(files.length).toBeGreaterThan(500);
  const other = PUBLISHED ? FROM_CLONE : BY_NAME;
  expect(files.filter((file) => other.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});
