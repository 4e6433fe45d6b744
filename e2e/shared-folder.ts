/** Folders that several journeys use, each made once. Vitest calls `setup` before the first journey, and what it returns at the end. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** For hooks that may build: only what hangs gets to it. */
export const BUILD_TIMEOUT_MS = 900_000;
const LOOK_EVERY_MS = 100;

export function setup(): () => Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'mandate-e2e-'));
  // The programs that deploy/try.sh starts run as another user.
  chmodSync(root, 0o755);
  process.env['E2E_FOLDER'] = root;
  return async () => {
    for (const file of globSync(join(root, '*/pid'))) await stopGroup(Number(readFileSync(file, 'utf8')));
    spawnSync('chmod', ['-R', 'u+w', root]);
    rmSync(root, { recursive: true, force: true });
  };
}

/** Stops a process with its children, and waits until they have ended: killing them would leave databases behind. */
async function stopGroup(pid: number): Promise<void> {
  try {
    process.kill(-pid, 'SIGTERM');
    for (; ; await delay(LOOK_EVERY_MS)) process.kill(-pid, 0);
  } catch {
    // No process of the group is left.
  }
}

/**
 * Returns a folder that `make` fills. The first caller of all workers makes it, and others wait. A process that it starts
 * in a group of its own, and names in the file `pid`, is stopped after the last journey.
 */
export async function shareFolder(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const root = process.env['E2E_FOLDER'];
  if (!root) throw new Error('There is no shared folder. Run this with vitest: its e2e project creates one.');
  const folder = join(root, name);
  const ended = `${folder}.ended`;
  if (isFirst(`${folder}.begun`)) {
    const problem = await make(folder).then(
      () => '',
      (error: unknown) => String(error),
    );
    writeFileSync(ended, problem);
  }
  while (!existsSync(ended)) await delay(LOOK_EVERY_MS);
  const problem = readFileSync(ended, 'utf8');
  if (problem) throw new Error(problem);
  return folder;
}

function isFirst(mark: string): boolean {
  try {
    mkdirSync(mark);
    return true;
  } catch {
    return false;
  }
}
