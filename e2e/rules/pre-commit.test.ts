/** A contributor commits: the hook formats what can be formatted and refuses what the linter refuses. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;

function run(command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}
const commit = () =>
  run('git', '-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--all', '-m', 'A change');
const write = (file: string, text: string) => writeFileSync(join(folder, file), text);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mandate-hook-'));
  expect(run('git', 'init', '--quiet').status).toBe(0);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  for (const file of ['biome.json', '.gitignore']) write(file, readFileSync(file, 'utf8'));
  const { prepare } = JSON.parse(readFileSync('package.json', 'utf8')).scripts;
  expect(run('sh', '-c', prepare).status).toBe(0);
  symlinkSync(resolve('.githooks'), join(folder, '.githooks'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a file is committed as the formatter writes it', () => {
  write('a.ts', 'export const a = "1"\n');
  run('git', 'add', 'a.ts');
  expect(commit()).toMatchObject({ status: 0 });
  expect(run('git', 'show', 'HEAD:a.ts').said).toBe("export const a = '1';\n");
});

test('a file that is staged in part is refused instead of formatted', () => {
  write('a.ts', 'export const a = "1"\n');
  run('git', 'add', 'a.ts');
  write('a.ts', 'export const a = "2"\n');
  const { status } = run(
    'git',
    '-c',
    'user.name=a',
    '-c',
    'user.email=a@example.org',
    'commit',
    '-m',
    'A change',
  );
  expect(status).not.toBe(0);
  expect(readFileSync(join(folder, 'a.ts'), 'utf8')).toBe('export const a = "2"\n');
});

test('what the linter refuses is not committed', () => {
  write('a.ts', 'console.log(1);\n');
  run('git', 'add', 'a.ts');
  const { status, said } = commit();
  expect(status).not.toBe(0);
  expect(said).toContain('noConsole');
});

test('without a checkout of git, the install goes on', () => {
  rmSync(join(folder, '.git'), { recursive: true });
  const { prepare } = JSON.parse(readFileSync('package.json', 'utf8')).scripts;
  expect(run('sh', '-c', prepare)).toEqual({ status: 0, said: '' });
});
