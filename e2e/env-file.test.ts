/** The commands that an operator starts read their settings from `.env`, where there is one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'mandate-env-'));
beforeEach(() => rmSync(join(folder, '.env'), { force: true }));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a script as npm does, in a folder of its own. `keys` needs a command. */
function start(name: string, environment: Record<string, string> = {}): string {
  const script = String(scripts[name]).replace(' apps/', ` ${ROOT}/apps/`);
  const { PATH } = process.env;
  const { stderr } = spawnSync('sh', ['-c', `${script} list`], {
    cwd: folder,
    env: { PATH, ...environment },
    encoding: 'utf8',
  });
  return stderr;
}

test.each(['start:api', 'start:indexer', 'keys'])('%s', (name) => {
  expect(start(name)).toMatch(/^These settings are not valid:\n {2}DATABASE_URL is not set\./);
  writeFileSync(join(folder, '.env'), 'DATABASE_URL=postgres://127.0.0.1:1/mandate\n');
  expect(start(name)).not.toContain('DATABASE_URL is not set');
  expect(start(name, { DATABASE_URL: 'elsewhere' })).toMatch(/DATABASE_URL (?!is not set)/);
});
