/** Compiles code that was written for `@delegatexyz/sdk` with only its import changed. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
const SNIPPETS = join(import.meta.dirname, '../testing/snippets');
const CLOSED = '@delegatexyz/sdk';
const OURS = '@mandate/sdk/delegate';

const read = (name: string) => readFileSync(join(SNIPPETS, name), 'utf8');

/** Returns the compiler's errors, by file. The folder is where both packages are found. */
function compile(files: Readonly<Record<string, string>>): Record<string, string[]> {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'mandate-snippets-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const config = {
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions: { types: ['node'], customConditions: ['source'] },
      files: Object.keys(files),
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(ROOT, 'node_modules/.bin/tsc');
    const { stdout, error } = spawnSync(tsc, ['-p', folder, '--pretty', 'false'], {
      encoding: 'utf8',
      timeout: 120_000,
      cwd: folder,
    });
    if (error) throw error;
    const errors = stdout.split('\n').filter((line) => line.includes('error TS'));
    const elsewhere = errors.filter(
      (line) => !Object.keys(files).some((name) => line.startsWith(`${name}(`)),
    );
    expect(elsewhere).toEqual([]);
    return Object.fromEntries(
      Object.keys(files).map((name) => [name, errors.filter((line) => line.startsWith(`${name}(`))]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('ten snippets compile under both imports', () => {
  const names = readdirSync(SNIPPETS);
  expect(names).toHaveLength(10);
  const files: Record<string, string> = {};
  for (const name of names) {
    const text = read(name);
    expect(text.split(`'${CLOSED}'`)).toHaveLength(2);
    files[`closed-${name}`] = text;
    files[`ours-${name}`] = text.replace(`'${CLOSED}'`, `'${OURS}'`);
  }
  // Shows that the compiler looks at our types: these lines are wrong under our import only, or under both.
  files['wrong-method.ts'] = read('token-gate.ts')
    .replace(CLOSED, OURS)
    .replace('getIncomingDelegations', 'getIncomingDelegation');
  files['wrong-number.ts'] =
    `${read('reward-shares.ts').replace(CLOSED, OURS)}\nexport const share: Promise<number> = v2.checkDelegateForERC20('0x', '0x', '0x');\n`;
  const { 'wrong-method.ts': method, 'wrong-number.ts': number, ...errors } = compile(files);
  expect(method?.join()).toContain('getIncomingDelegation');
  expect(number?.join()).toContain('bigint');
  expect(Object.values(errors).flat()).toEqual([]);
});
