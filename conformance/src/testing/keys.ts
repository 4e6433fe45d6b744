/** The keys of the suite, in the database. */
import { createSecretKey } from 'node:crypto';
import { digestOf } from '@mandate/api/keys';
import { createKeyStore, type Database } from '@mandate/store';
import { KEYS } from '../status-401.ts';

const SECRET = '01'.repeat(32);
export const PEPPER = { version: 1, secret: createSecretKey(SECRET, 'hex') };
/** The same pepper as a setting. */
export const KEY_PEPPERS = `1:${SECRET}`;

export async function writeKeys(database: Database): Promise<void> {
  const keys = createKeyStore(database);
  const write = (key: string, expiresAt: Date | null = null) => {
    const fields = { digest: digestOf(key, PEPPER), pepper: PEPPER.version, prefix: 'mdt_live_aKey' };
    return keys.create({ ...fields, name: 'a key', owner: null, expiresAt });
  };
  await write(KEYS.valid);
  await write(KEYS.expired, new Date(0));
  await keys.revoke((await write(KEYS.revoked)).id);
}
