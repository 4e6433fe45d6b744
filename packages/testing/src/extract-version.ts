/** Extracts another version of the code into a folder, so that a test can run it beside this one. */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MAX_ARCHIVE_BYTES = 2 ** 28;

export interface ExtractedVersion {
  /** The root folder of its code. */
  readonly root: string;
  remove(): void;
}

/** Extracts a commit. It runs with the installed packages of this version, and with its own `@mandate/*`. */
export function extractVersion(commit: string): ExtractedVersion {
  const options = { cwd: ROOT, maxBuffer: MAX_ARCHIVE_BYTES };
  const archive = execFileSync('git', ['archive', '--end-of-options', commit], options);
  const root = mkdtempSync(join(tmpdir(), 'mandate-version-'));
  execFileSync('tar', ['x', '-C', root], { input: archive });
  mkdirSync(join(root, 'node_modules/@mandate'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@mandate') symlinkSync(join(ROOT, 'node_modules', name), join(root, 'node_modules', name));
  }
  for (const manifest of globSync('{packages/*,apps/*,contracts}/package.json', { cwd: root })) {
    const { name } = JSON.parse(readFileSync(join(root, manifest), 'utf8')) as { name: string };
    symlinkSync(join(root, dirname(manifest)), join(root, 'node_modules', name));
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
