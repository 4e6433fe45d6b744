import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SITES = {
  'build:web': join(ROOT, 'apps/web/dist'),
  'build:site': join(ROOT, 'apps/docs/dist'),
};
export const DOCS_DIR = SITES['build:site'];

type SiteScript = keyof typeof SITES;

export const isBuilt = (script: SiteScript) => existsSync(join(SITES[script], 'index.html'));

/** Returns the folder of a built site, or null if the build failed: everything else works without it. */
export async function buildSite(script: SiteScript, signal: AbortSignal): Promise<string | null> {
  const folder = SITES[script];
  if (isBuilt(script)) return folder;
  // A group of its own, so that none of its programs stays when it is stopped.
  const build = spawn('npm', ['run', '--silent', script], { cwd: ROOT, stdio: 'ignore', detached: true });
  const stop = () => void (build.pid && process.kill(-build.pid));
  signal.addEventListener('abort', stop);
  await once(build, 'close');
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  return isBuilt(script) ? folder : null;
}
