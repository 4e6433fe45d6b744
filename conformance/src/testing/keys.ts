/** The keys of the suite, in the database. */
import { createSecretKey } from 'node:crypto';
import { digestOf } from '@mandate/api/keys';
import { createKeyStore, type Database, type KeyRules } from '@mandate/store';
import { KEYS } from '../status-401.ts';
import { RULED_KEYS } from '../status-403.ts';

const SECRET = '01'.repeat(32);
export const PEPPER = { version: 1, secret: createSecretKey(SECRET, 'hex') };
/** The same pepper as a setting. */
export const KEY_PEPPERS = `1:${SECRET}`;

export async function writeKeys(database: Database): Promise<void> {
  const keys = createKeyStore(database);
  const write = (key: string, expiresAt: Date | null = null, rules: Partial<KeyRules> = {}) => {
    const fields = { digest: digestOf(key, PEPPER), pepper: PEPPER.version, prefix: 'mdt_live_aKey' };
    return keys.create({ ...fields, name: 'a key', owner: null, expiresAt, ...rules });
  };
  await write(KEYS.valid);
  await write(KEYS.expired, new Date(0));
  for (const { key, ...rules } of Object.values(RULED_KEYS)) await write(key, null, rules);
  await keys.revoke((await write(KEYS.revoked)).id);
}
