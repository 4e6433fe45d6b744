/** Creates a temporary folder for a test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Folder {
  readonly path: string;
  remove(): void;
}

export function createFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'mandate-read-model-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
