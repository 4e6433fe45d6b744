/** What is left to do when the process ends, however it ends: children that would stay, and folders. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const left = new Set<() => void>();
process.once('exit', () => {
  for (const work of left) work();
});

/** Returns what takes it back. */
export function atExit(work: () => void): () => void {
  left.add(work);
  return () => void left.delete(work);
}

export interface Folder {
  readonly path: string;
  remove(): void;
}

/** It is gone at the end, if it is not removed before. */
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
