/** Each example is short, and its README has the command that `sample-world` runs. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const EXAMPLES = join(import.meta.dirname, '../examples');
const MAX_LINES = 175;
const SOURCE = /\.(?:ts|tsx|css|html|py|go)$|^(?!package|tsconfig).*\.json$/;

/** Lists files, except those that a build or a run leaves behind. */
const listSources = (name: string) =>
  spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '.'], {
    cwd: join(EXAMPLES, name),
    encoding: 'utf8',
  })
    .stdout.split('\n')
    .filter((file) => SOURCE.test(file));

test.each(readdirSync(EXAMPLES))('%s is short, and its README has the command', (name) => {
  const lines = listSources(name).map((file) => readFileSync(join(EXAMPLES, name, file), 'utf8').split('\n'));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.flat().length - lines.length).toBeLessThan(MAX_LINES);
  const readme = readFileSync(join(EXAMPLES, name, 'README.md'), 'utf8');
  expect(readme).toMatch(new RegExp(`^(?:npm start -w|python3|go run) examples/${name}`, 'm'));
});
