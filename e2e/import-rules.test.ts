/** A contributor crosses a wall of docs/architecture.md: `npm run check` has to say so. */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';

const trespassers: string[] = [];
afterEach(() => {
  for (const file of trespassers.splice(0)) rmSync(file, { force: true });
});

function check(file: string, source: string) {
  trespassers.push(file);
  writeFileSync(file, source);
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'check:lint'], {
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

test.each([
  ['packages/core/src', "import { readFileSync } from 'node:fs';\n\nexport const trespass = readFileSync;\n"],
  ['packages/core/src', "import fc from 'fast-check';\n\nexport const trespass = fc;\n"],
  [
    'packages/core/src',
    "import { startLocalChain } from '@mandate/contracts';\n\nexport const trespass = startLocalChain;\n",
  ],
  [
    'packages/core/src',
    "import { startLocalChain } from '../../../contracts/src/index.ts';\n\nexport const trespass = startLocalChain;\n",
  ],
  [
    'packages/core/src',
    "import { createPublicClient } from 'viem';\n\nexport const trespass = createPublicClient;\n",
  ],
  ['contracts/src', "import { runTruth } from '@mandate/truth';\n\nexport const trespass = runTruth;\n"],
])('%s may not: %s', (folder, source) => {
  const file = `${folder}/trespass.ts`;
  const { status, said } = check(file, source);
  expect(status).not.toBe(0);
  expect(said).toContain(`${file}:1`);
  expect(said).toContain('noRestrictedImports');
});

test('a file of more than 300 lines is refused', () => {
  const lines = Array.from({ length: 301 }, (_, i) => `export const line${i} = ${i};\n`);
  const { status, said } = check('truth/src/long.ts', lines.join(''));
  expect(status).not.toBe(0);
  expect(said).toContain('noExcessiveLinesPerFile');
});
