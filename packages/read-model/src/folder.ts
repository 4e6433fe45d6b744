/**
 * Manages the folder on disk: one for each start of the host, with a lock file that is written before it is mapped.
 */

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '@mandate/core';
import { HOST_BOOT } from './clock.ts';

export interface FolderState {
  readonly path: string;
  /** Lets the system write pages at any time: after a crash of the host, the folder is never opened again. */
  readonly noSync: boolean;
}

const PREFIX = 'boot-';
const UNKNOWN_BOOT = 'unknown';
/** More than lmdb's reader table needs. */
const LOCK_BYTES = 12_288;
/** Older versions kept these files directly in the folder. */
const OLD_FILES = ['data.mdb', 'lock.mdb'];

export function findFolder(dir: string): FolderState {
  return { path: join(dir, PREFIX + (HOST_BOOT ?? UNKNOWN_BOOT)), noSync: HOST_BOOT !== null };
}

/**
 * Creates the folder, and removes the folders of earlier starts. lmdb maps its lock file with holes in it: on a full
 * disk, the first write to a hole would kill the process. Writing the file here fails with an error instead.
 */
export function prepareFolder(dir: string, path: string): void {
  mkdirSync(path, { recursive: true });
  for (const name of readdirSync(dir)) {
    const isOld = OLD_FILES.includes(name) || (name.startsWith(PREFIX) && join(dir, name) !== path);
    if (isOld) rmSync(join(dir, name), { recursive: true, force: true });
  }
  try {
    writeFileSync(join(path, 'lock.mdb'), Buffer.alloc(LOCK_BYTES), { flag: 'wx' });
  } catch (error) {
    if (isCode(error, 'EEXIST')) return;
    // A truncated file would be mapped with holes.
    rmSync(join(path, 'lock.mdb'), { force: true });
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return codeOf(error) === code;
}
