/** The read model of this host, if one is configured: a folder that all processes of the host share. */

import { accessSync, constants, mkdirSync } from 'node:fs';
import { ConfigError } from '@mandate/config';
import { codeOf, messageOf } from '@mandate/core';
import type { Follower, ReadModel } from '@mandate/read-model';
import { connect, createReader } from '@mandate/store';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';

export interface HostReadModel
  extends Pick<
    ReadModel,
    'check' | 'list' | 'listDated' | 'findRows' | 'findCheckpoint' | 'findPlace' | 'states' | 'findLedgerId'
  > {
  /** Tells the operator why it does not follow the ledger. `null` if it does, as far as this process knows. */
  problem(): string | null;
  /** Tells whether this process follows the ledger for all processes that share the folder. */
  isFollowing(): boolean;
}

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 5_000;
const LEDGER_TIMEOUT_MS = 2_000;
const CANNOT_OPEN =
  'the read model cannot be opened; retrying. Make room on its disk, or delete what is there.';
const NO_ROOM = 'ENOSPC';
const NEXT_STEPS: Readonly<Record<string, string>> = {
  EACCES: 'Let the user that this process runs as write there.',
  EPERM: 'Let the user that this process runs as write there.',
  EROFS: 'It is on a file system that can only be read: mount one there that can be written.',
  ENOTDIR: 'Something on the way there is a file: name a folder.',
  EEXIST: 'A file is there: name a folder.',
};

/**
 * Opens the read model. One process of those that have it open follows the ledger, and the others take over when it ends.
 * `null` if none is configured. If it can't be opened, for instance on a full disk, it retries, and the database answers meanwhile.
 */
export async function startReadModel(
  { readModelDir: dir, databaseUrl, chains }: Pick<Config, 'readModelDir' | 'databaseUrl' | 'chains'>,
  log: Logger,
): Promise<(HostReadModel & { close(): Promise<void> }) | null> {
  if (dir === null) return null;
  assertWritable(dir);
  // lmdb is loaded only if there is a read model.
  const { openReadModel, followLedger } = await import('@mandate/read-model');
  const chainIds = chains.map(({ chainId }) => chainId);
  let opened: { readModel: ReadModel; follower: Follower } | null = null;
  let openProblem: string | null = null;
  let retries = 0;
  let retry: NodeJS.Timeout | null = null;

  function tryToOpen(): ReadModel | null {
    try {
      const readModel = openReadModel({ dir: dir ?? '' });
      if (openProblem !== null) log.info('the read model is open');
      openProblem = null;
      return readModel;
    } catch (error) {
      const why = messageOf(error);
      if (openProblem === null) log.error({ dir, error: why }, CANNOT_OPEN);
      openProblem = why;
      retry = setTimeout(open, Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** retries++)).unref();
      return null;
    }
  }

  function follow(readModel: ReadModel): void {
    opened = { readModel, follower: followLedger({ readModel, databaseUrl, chainIds, log }) };
  }

  function open(): void {
    const readModel = tryToOpen();
    if (readModel) follow(readModel);
  }

  const readModel = tryToOpen();
  if (readModel) {
    await assertOwn(readModel, dir, databaseUrl);
    follow(readModel);
  }
  return {
    check: (chainId, question) => opened?.readModel.check(chainId, question) ?? null,
    list: (...asked) => opened?.readModel.list(...asked) ?? null,
    listDated: (...asked) => opened?.readModel.listDated(...asked) ?? null,
    findRows: (...asked) => opened?.readModel.findRows(...asked) ?? null,
    findCheckpoint: (chainId) => opened?.readModel.findCheckpoint(chainId) ?? null,
    findPlace: (chainId) => opened?.readModel.findPlace(chainId),
    states: () => opened?.readModel.states() ?? [],
    findLedgerId: () => opened?.readModel.findLedgerId() ?? null,
    isFollowing: () => opened?.follower.isFollowing() ?? false,
    problem: () => openProblem ?? opened?.follower.problem() ?? null,
    async close() {
      if (retry) clearTimeout(retry);
      await opened?.follower.close();
      await opened?.readModel.close();
    },
  };
}

function assertWritable(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true });
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = codeOf(error) ?? 'unknown';
    if (code === NO_ROOM) return;
    const next = NEXT_STEPS[code] ?? 'Name a folder that this process may write.';
    refuse(`READ_MODEL_DIR names a folder that can't be written, ${dir} (${code}). ${next}`);
  }
}

/** A database that can't be asked now is compared with the folder once it is followed. */
async function assertOwn(readModel: ReadModel, dir: string, databaseUrl: string): Promise<void> {
  const its = readModel.findLedgerId();
  if (its === null) return;
  const database = connect({ url: databaseUrl, maxConnections: 1, statementTimeoutMs: LEDGER_TIMEOUT_MS });
  const own = await createReader(database)
    .readHeartbeats()
    .catch(() => null)
    .finally(() => database.end());
  if (own === null || own.ledgerId === its) return;
  await readModel.close();
  const next =
    'Name another folder for this database, or stop the services that use this one, delete it, and start again.';
  refuse(`READ_MODEL_DIR names a folder with a copy of another ledger, ${dir}. ${next}`);
}

function refuse(problem: string): never {
  throw new ConfigError(`These settings are not valid:\n  ${problem}`);
}
