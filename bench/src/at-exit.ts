/** Cleans up when the process ends for any reason: stops child processes and removes folders. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const left = new Set<() => void>();
process.once('exit', () => {
  for (const work of left) work();
});

/** Returns a function that cancels the work. */
export function atExit(work: () => void): () => void {
  left.add(work);
  return () => void left.delete(work);
}

export interface Folder {
  readonly path: string;
  remove(): void;
}

/** Creates a folder that is removed at exit at the latest. */
export function createFolder(name: string): Folder {
  const path = mkdtempSync(join(tmpdir(), `mandate-${name}-`));
  const remove = () => rmSync(path, { recursive: true, force: true });
  const forget = atExit(remove);
  return {
    path,
    remove() {
      forget();
      remove();
    },
  };
}
