/** The keys of the suite, and how they come into the database. All have correct checksums. */
import { createSecretKey } from 'node:crypto';
import { digestOf } from '@mandate/api/keys';
import { createKeyStore, type Database, type KeyRules } from '@mandate/store';

/** Each is what its name says. */
export const KEYS = {
  valid: 'mdt_live_aKeyThatIsValid0000000000000001tMiHx',
  revoked: 'mdt_live_aKeyThatWasRevoked0000000000001FLkRF',
  expired: 'mdt_live_aKeyThatHasExpired00000000000027Bzwk',
  unknown: 'mdt_live_aKeyThatNeverWas000000000000002yHTke',
} as const;

/** Publishable keys are for pages of listed origins, and secret keys may be for some operations and chains. */
export const RULED_KEYS = {
  page: {
    key: 'mdt_pub_aKeyForPages0000000000000000013KIdPs',
    kind: 'publishable',
    origins: ['https://app.example', 'https://*.wild.example'],
  },
  restricted: {
    key: 'mdt_live_aRestrictedKey00000000000000000DAxTW',
    operations: ['v2CheckAll', 'resolve'],
    chains: [10],
  },
} as const;

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
