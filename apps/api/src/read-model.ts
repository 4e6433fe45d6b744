/** The read model of this host, where there is to be one: a folder, and whoever follows the ledger into it. */
import { accessSync, constants, mkdirSync } from 'node:fs';
import { ConfigError } from '@mandate/config';
import type { Replica } from '@mandate/replica';
import type { Logger } from 'pino';
import type { Config } from './config.ts';

export interface ReadModel {
  readonly replica: Replica;
  close(): Promise<void>;
}

const SAY_EVERY_MS = 60_000;
const NEXT_STEPS: Readonly<Record<string, string>> = {
  EACCES: 'Let the user that this process runs as write there.',
  EPERM: 'Let the user that this process runs as write there.',
  EROFS: 'It is on a file system that can only be read: mount one there that can be written.',
  ENOTDIR: 'Something on the way there is a file: name a folder.',
  EEXIST: 'A file is there: name a folder.',
  ENOSPC: 'Make room on its disk.',
};

/** Null: there is none. What it is made of is loaded only where there is one. */
export async function openReadModel(
  { readModelDir: dir }: Pick<Config, 'readModelDir'>,
  { readOnly }: { readonly readOnly: boolean },
): Promise<Replica | null> {
  if (dir === null) return null;
  if (!readOnly) prepare(dir);
  const { openReplica } = await import('@mandate/replica');
  try {
    return openReplica({ dir, readOnly });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The read model in ${dir} can't be opened: ${why}. What is there may be deleted.`);
  }
}

/** Opens it and keeps it with the ledger: to be done by one process for all that read it. */
export async function startReadModel(config: Config, log: Logger): Promise<ReadModel | null> {
  const replica = await openReadModel(config, { readOnly: false });
  if (!replica) return null;
  const { followLedger } = await import('@mandate/replica');
  const { databaseUrl, chains } = config;
  const chainIds = chains.map(({ chainId }) => chainId);
  const follower = followLedger({ replica, databaseUrl, chainIds, log });
  return {
    replica,
    async close() {
      await follower.close();
      await replica.close();
    },
  };
}

/** A copy that can't be read, of a disk that fails, is no more than one that is not ready: PostgreSQL is asked. */
export function askSafely(
  replica: Replica,
  log: Logger,
): Pick<Replica, 'check' | 'findCheckpoint' | 'states'> {
  let saidAt = Number.NEGATIVE_INFINITY;
  const tryTo = <T>(ask: () => T, otherwise: T): T => {
    try {
      return ask();
    } catch (error) {
      if (performance.now() - saidAt > SAY_EVERY_MS)
        log.error({ err: error }, 'the read model can not be read');
      saidAt = performance.now();
      return otherwise;
    }
  };
  return {
    check: (chainId, question) => tryTo(() => replica.check(chainId, question), null),
    findCheckpoint: (chainId) => tryTo(() => replica.findCheckpoint(chainId), null),
    states: () => tryTo(replica.states, []),
  };
}

function prepare(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true });
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const next = NEXT_STEPS[code] ?? 'Name a folder that this process may write.';
    const problem = `READ_MODEL_DIR names a folder that can't be written, ${dir} (${code}). ${next}`;
    throw new ConfigError(`The settings are not right:\n  ${problem}`);
  }
}
