/** The commands that an operator starts read their settings from `.env`, where there is one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'mandate-env-'));
beforeEach(() => rmSync(join(folder, '.env'), { force: true }));
afterAll(() => rmSync(folder, { recursive: true }));

/** Stands for `node`: with the same options, it prints the setting instead of starting the program. */
const PRINT_SETTING = `#!/bin/sh
for given; do case $given in -*) options="$options $given" ;; esac; done
exec "${process.execPath}" $options --print process.env.DATABASE_URL
`;
writeFileSync(join(folder, 'node'), PRINT_SETTING, { mode: 0o755 });

/** Runs a script as npm does, in a folder of its own. */
function start(name: string, environment: Record<string, string> = {}): string {
  const PATH = [folder, process.env['PATH']].join(delimiter);
  const options = { cwd: folder, env: { PATH, ...environment }, encoding: 'utf8' } as const;
  return spawnSync('sh', ['-c', scripts[name]], options).stdout.trim();
}

test.each(['start:api', 'start:indexer', 'start:auditor', 'start:webhooks', 'keys'])('%s', (name) => {
  expect(start(name)).toBe('undefined');
  writeFileSync(join(folder, '.env'), 'DATABASE_URL=postgres://127.0.0.1:1/mandate\n');
  expect(start(name)).toBe('postgres://127.0.0.1:1/mandate');
  expect(start(name, { DATABASE_URL: 'elsewhere' })).toBe('elsewhere');
});
