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
  ['packages/core', 'readFileSync', 'node:fs'],
  ['packages/core', 'fc', 'fast-check'],
  ['packages/core', 'startLocalChain', '@mandate/contracts'],
  ['packages/core', 'startLocalChain', '../../../contracts/src/index.ts'],
  ['packages/core', 'createPublicClient', 'viem'],
  ['contracts', 'runTruth', '@mandate/truth'],
  ['packages/store', 'readChains', '@mandate/config'],
  ['packages/read-model', 'readChains', '@mandate/config'],
  ['packages/config', 'connect', '@mandate/store'],
  ['apps/api', 'run', '@mandate/indexer'],
  ['apps/indexer', 'createApi', '@mandate/api'],
  ['apps/api', 'startLocalChain', '@mandate/contracts'],
  ['packages/sdk', 'parseAddress', '@mandate/core'],
  ['apps/web', 'parseAddress', '@mandate/core'],
])('%s may not import %s from %s', (folder, name, module) => {
  const file = `${folder}/src/trespass.ts`;
  const { status, said } = check(
    file,
    `import { ${name} } from '${module}';\n\nexport const trespass = ${name};\n`,
  );
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
