/** Describes the machine of the run. */
import { cpus, totalmem } from 'node:os';
import type { Database } from '@mandate/store';
import { listCores } from './cores.ts';

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  readonly postgres: string;
  readonly sharedBuffers: string;
}

export async function describeMachine(database: Database): Promise<Machine> {
  const { rows } = await database.query<{ version: string; buffers: string }>(
    `select current_setting('server_version') as version, current_setting('shared_buffers') as buffers`,
  );
  const { version = 'none', buffers = 'none' } = rows[0] ?? {};
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: listCores().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    postgres: version.split(' ', 1)[0] ?? version,
    sharedBuffers: buffers,
  };
}
