/** Builds the web app once for all journeys, before the first. Vitest calls `setup`, and what it returns at the end. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'mandate-web-'));
  const { status, stderr } = spawnSync(
    'npm',
    ['run', '--silent', 'build:web', '--', '--outDir', folder, '--emptyOutDir'],
    // The test runner's own NODE_ENV would build the site for development.
    { encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production', VITE_API_URL: '' } },
  );
  if (status !== 0) throw new Error(`The site could not be built:\n${stderr}`);
  process.env['E2E_SITE'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
