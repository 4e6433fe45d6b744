/** Creates a temporary folder for a test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Folder {
  readonly path: string;
  remove(): void;
}

export function createFolder(name = 'read-model'): Folder {
  const path = mkdtempSync(join(tmpdir(), `mandate-${name}-`));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
