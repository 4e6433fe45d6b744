/** Creates folders that are removed at exit at the latest. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Folder {
  readonly path: string;
  remove(): void;
}

const open = new Set<string>();
process.once('exit', () => open.forEach(remove));

export function createFolder(name: string): Folder {
  const path = mkdtempSync(join(tmpdir(), `mandate-${name}-`));
  open.add(path);
  return { path, remove: () => remove(path) };
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true });
  open.delete(path);
}

/** Measures disk usage: database files may be sparse. */
export function sizeOf({ path }: Folder): number {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return names.reduce((sum, name) => sum + 512 * statSync(join(path, name)).blocks, 0);
}
