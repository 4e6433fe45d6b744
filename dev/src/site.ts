import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SITES = {
  'build:web': 'apps/web/dist',
  'build:site': 'apps/docs/dist',
};

export type SiteScript = keyof typeof SITES;

/** Returns the folder of a built site, or null if the build failed: everything else works without it. */
export async function buildSite(script: SiteScript, signal: AbortSignal): Promise<string | null> {
  const folder = join(ROOT, SITES[script]);
  const isBuilt = () => existsSync(join(folder, 'index.html'));
  if (isBuilt()) return folder;
  const build = spawn('npm', ['run', '--silent', script], { cwd: ROOT, stdio: 'ignore' });
  const stop = () => build.kill();
  signal.addEventListener('abort', stop);
  await once(build, 'close');
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  return isBuilt() ? folder : null;
}
