/** `npm run check` must report imports that docs/internals/architecture.md forbids. */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';

const LINT_TIMEOUT_MS = 120_000;

const FORBIDDEN = [
  ['packages/core', 'readFileSync', 'node:fs'],
  ['packages/core', 'fc', 'fast-check'],
  ['packages/core', 'startLocalChain', '@mandate/contracts'],
  ['packages/core', 'startLocalChain', '../../../contracts/src/index.ts'],
  ['packages/core', 'createPublicClient', 'viem'],
  ['contracts', 'runTruth', '@mandate/truth'],
  ['packages/store', 'readChains', '@mandate/config'],
  ['packages/read-model', 'readChains', '@mandate/config'],
  ['packages/config', 'connect', '@mandate/store'],
  ['packages/proof', 'keccak256', 'viem'],
  ['packages/proof', 'connect', '@mandate/store'],
  ['packages/nodes', 'createReadModel', '@mandate/read-model'],
  ['packages/fold', 'readChains', '@mandate/config'],
  ['packages/feed', 'openReadModel', '@mandate/read-model'],
  ['apps/api', 'run', '@mandate/indexer'],
  ['apps/auditor', 'run', '@mandate/indexer'],
  ['apps/webhooks', 'createApi', '@mandate/api'],
  ['apps/indexer', 'createApi', '@mandate/api'],
  ['apps/api', 'startLocalChain', '@mandate/contracts'],
  ['apps/api/src/http', 'addLimit', '../access/limit/limit.ts'],
  ['apps/api/src/access', 'OPERATIONS', '../operations/index.ts'],
  ['apps/api/src/request', 'createChecks', '../answers/checks.ts'],
  ['apps/api/src/answers', 'OPERATIONS', '../operations/index.ts'],
  ['apps/api/src/operations/check', 'BATCH', '../batch/operation.ts'],
  ['apps/api/src/describe', 'BATCH', '../operations/batch/operation.ts'],
  ['apps/api/src/observe', 'BATCH', '../operations/batch/operation.ts'],
  ['apps/api/src/mcp', 'BATCH', '../operations/batch/operation.ts'],
  ['apps/api/src/mcp', 'createChecks', '../answers/checks.ts'],
  ['apps/api/src/mcp', 'connect', '@mandate/store'],
  ['apps/api/src/operations/check', 'TOOLS', '../../mcp/tools.ts'],
  ['packages/sdk', 'parseAddress', '@mandate/core'],
  ['packages/sdk', 'ProofError', '@mandate/proof'],
  ['packages/sdk/src/proof', 'keccak256', 'viem'],
  ['packages/sdk', 'http', 'viem'],
  ['packages/sdk/src/check', 'verifyCheck', '../proof/verify-check.ts'],
  ['packages/sdk/src/write', 'encodeFunctionData', 'viem'],
  ['packages/sdk/src/calldata', 'encodeFunctionData', 'viem'],
  ['packages/sdk/src/explore', 'getAddress', 'viem'],
  ['packages/sdk/src/transactions', 'getAddress', 'viem'],
  ['packages/sdk/src/live', 'useState', 'react'],
  ['packages/sdk/src/picker', 'useState', 'react'],
  ['packages/sdk/src/mandate-vaults', 'verifyCheck', '../proof/verify-check.ts'],
  ['packages/sdk/src/delegate', 'parseAddress', '@mandate/core'],
  ['packages/react', 'useConfig', 'wagmi'],
  ['packages/react', 'parseAddress', '@mandate/core'],
  ['packages/react/src/feed', 'grantCall', '@mandate/sdk/write'],
  ['packages/react', 'getWallet', '@mandate/sdk/explore'],
  ['packages/react/src/wagmi', 'parseAbi', 'viem'],
  ['packages/cli', 'parseAddress', '@mandate/core'],
  ['packages/cli', 'findKind', '../../sdk/src/registries.ts'],
  ['apps/web', 'parseAddress', '@mandate/core'],
].map(([folder, name, module], i) => ({
  file: `${folder?.includes('/src/') ? folder : `${folder}/src`}/trespass-${i}.ts`,
  source: `import { ${name} } from '${module}';\n\nexport const trespass = ${name};\n`,
  title: `${folder} may not import ${name} from ${module}`,
}));

/** Each is a circle of files, in which every import is reported. */
const CYCLES = [
  {
    title: 'of values',
    files: {
      'truth/src/cycle-a.ts': `import { b } from './cycle-b.ts';\n\nexport const a = b;\n`,
      'truth/src/cycle-b.ts': `import { a } from './cycle-a.ts';\n\nexport const b = a;\n`,
    },
  },
  {
    title: 'of types alone',
    files: {
      'truth/src/cycle-c.ts': `import type { D } from './cycle-d.ts';\n\nexport interface C {\n  d: D;\n}\n`,
      'truth/src/cycle-d.ts': `import type { C } from './cycle-c.ts';\n\nexport interface D {\n  c: C;\n}\n`,
    },
  },
  {
    title: 'through packages',
    files: {
      'conformance/src/cycle-e.ts': `import { f } from '@mandate/testing/cycle-f';\n\nexport const e = f;\n`,
      'packages/testing/src/cycle-f.ts': `import { e } from '@mandate/conformance/cycle-e';\n\nexport const f = e;\n`,
    },
  },
  {
    title: 'through what a file passes on',
    files: {
      'truth/src/cycle-g.ts': `import { h } from './cycle-i.ts';\n\nexport const g = h;\n`,
      'truth/src/cycle-i.ts': `export { h } from './cycle-h.ts';\n`,
      'truth/src/cycle-h.ts': `import { g } from './cycle-g.ts';\n\nexport const h = g;\n`,
    },
  },
];

const LONG_FILE = 'truth/src/long-file.ts';
const LONG_FUNCTION = 'truth/src/long-function.ts';
const repeat = (times: number, line: (i: number) => string) =>
  Array.from({ length: times }, (_, i) => line(i)).join('');

const FILES: Readonly<Record<string, string>> = Object.assign(
  {
    [LONG_FILE]: repeat(301, (i) => `export const line${i} = ${i};\n`),
    [LONG_FUNCTION]: `export function count(): number {\n  let n = 0;\n${repeat(80, () => '  n++;\n')}  return n;\n}\n`,
  },
  Object.fromEntries(FORBIDDEN.map(({ file, source }) => [file, source])),
  ...CYCLES.map(({ files }) => files),
);

let status: number | null;
/** A line for each thing that is wrong: its place and the rule. */
let said: string[];

beforeAll(() => {
  for (const [file, source] of Object.entries(FILES)) writeFileSync(file, source);
  // Only these files are linted: `npm run check` lints the others.
  const options = ['--max-diagnostics=none', ...Object.keys(FILES)];
  const run = spawnSync('npm', ['run', '--silent', 'check:lint', '--', ...options], { encoding: 'utf8' });
  status = run.status;
  said = (run.stdout + run.stderr).split('\n').filter((line) => line.includes(' lint/'));
}, LINT_TIMEOUT_MS);
afterAll(() => {
  for (const file of Object.keys(FILES)) rmSync(file, { force: true });
});

const reported = (file: string, rule: string) =>
  said.some((line) => line.startsWith(`${file}:1:`) && line.includes(rule));

test('the check fails', () => {
  expect(status).not.toBe(0);
});

test.each(FORBIDDEN)('$title', ({ file }) => {
  expect(reported(file, 'noRestrictedImports')).toBe(true);
});

test.each(CYCLES)('a cycle $title is refused', ({ files }) => {
  for (const file of Object.keys(files))
    expect({ file, is: reported(file, 'noImportCycles') }).toEqual({ file, is: true });
});

test('a file of more than 300 lines is refused', () => {
  expect(reported(LONG_FILE, 'noExcessiveLinesPerFile')).toBe(true);
});

test('a function of more than 80 lines is refused', () => {
  expect(reported(LONG_FUNCTION, 'noExcessiveLinesPerFunction')).toBe(true);
});
