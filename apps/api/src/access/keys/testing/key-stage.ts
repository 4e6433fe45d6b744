/** A ledger with one delegation, keys, and what serves it: processes, or the API in this one. */
import { createSecretKey } from 'node:crypto';
import { createKeyStore, type KeyKind, type NewKey } from '@mandate/store';
import {
  at,
  createTestDatabase,
  createTestLedger,
  delegate,
  row,
  type TestDatabase,
  wallets,
} from '@mandate/testing/ledger/database';
import { type ApiProcess, startApiProcess } from '@mandate/testing/process/api-process';
import { startApiHere } from '../../../testing/api-here.ts';
import { type IssuedKey, issueKey } from '../issue-key.ts';
import type { Pepper } from '../pepper.ts';

const SECRET = 'ab'.repeat(32);
export const PEPPER: Pepper = { version: 1, secret: createSecretKey(SECRET, 'hex') };
export const KEY_PEPPERS = `1:${SECRET}`;
export const CHECK = `/registry/v2/check/all?from=${wallets.vault}&to=${wallets.hot}`;

export interface StagedKey {
  readonly id: number;
  readonly key: string;
}

export type KeyStage = Awaited<ReturnType<typeof startKeyStage>>;

export async function startKeyStage(given?: TestDatabase) {
  const db = given ?? (await createTestDatabase());
  const ledger = createTestLedger(db.database);
  await ledger.write(await ledger.openChain(), 1, row(delegate('', { kind: 'all' }), at(1)));
  const keys = createKeyStore(db.database);
  const running: Pick<ApiProcess, 'kill'>[] = [];

  async function createKey(fields: Partial<NewKey> = {}): Promise<StagedKey> {
    const { key, ...kept } = issueStagedKey(fields.kind);
    const { id } = await keys.create({ ...kept, name: 'a key', owner: null, expiresAt: null, ...fields });
    return { id, key };
  }

  return {
    database: db.database,
    databaseUrl: db.url,
    keys,
    createKey,
    /** One that is not valid any more. */
    async createRevokedKey() {
      const made = await createKey();
      await keys.revoke(made.id);
      return made;
    },
    async start(environment: NodeJS.ProcessEnv = {}) {
      const started = await startApiProcess(db.url, { KEY_PEPPERS, ...environment });
      running.push(started);
      return started;
    },
    async startHere(environment: NodeJS.ProcessEnv = {}) {
      const started = await startApiHere(db.url, { KEY_PEPPERS, ...environment });
      running.push(started);
      return started;
    },
    /** Ends what still runs. */
    async close() {
      await Promise.all(running.map((process) => process.kill()));
      await db.drop();
    },
  };
}

/** One that nobody knows, until it is stored. */
export function issueStagedKey(kind?: KeyKind): IssuedKey {
  return issueKey([PEPPER], kind);
}
