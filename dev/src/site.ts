import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'apps/web/dist');

const isBuilt = () => existsSync(join(FOLDER, 'index.html'));

/** Returns the folder of the built site, or null if the build failed: everything else works without it. */
export async function buildSite(signal: AbortSignal): Promise<string | null> {
  if (isBuilt()) return FOLDER;
  const build = spawn('npm', ['run', '--silent', 'build:web'], { cwd: ROOT, stdio: 'ignore' });
  const stop = () => build.kill();
  signal.addEventListener('abort', stop);
  await once(build, 'close');
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  return isBuilt() ? FOLDER : null;
}
