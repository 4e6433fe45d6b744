/** Extracts another version of the code into a folder, so that a test can run it beside this one. */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createFolder, type Folder } from './folder.ts';
import { ROOT } from './service-bundle.ts';

const MAX_ARCHIVE_BYTES = 2 ** 28;

/** Extracts a commit. It runs with the installed packages of this version, and with its own `@mandate/*`. */
export function extractVersion(commit: string): Folder {
  const options = { cwd: ROOT, maxBuffer: MAX_ARCHIVE_BYTES };
  const archive = execFileSync('git', ['archive', '--end-of-options', commit], options);
  const folder = createFolder('version');
  const root = folder.path;
  execFileSync('tar', ['x', '-C', root], { input: archive });
  mkdirSync(join(root, 'node_modules/@mandate'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@mandate') symlinkSync(join(ROOT, 'node_modules', name), join(root, 'node_modules', name));
  }
  for (const manifest of globSync('{packages/*,apps/*,contracts}/package.json', { cwd: root })) {
    const { name } = JSON.parse(readFileSync(join(root, manifest), 'utf8')) as { name: string };
    symlinkSync(join(root, dirname(manifest)), join(root, 'node_modules', name));
  }
  return folder;
}
