/** Encrypts the secrets of webhook endpoints: a copy of the database alone signs nothing. */
import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { VersionedSecret } from './versioned-secrets.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** Creates the secret of an endpoint, in the form of Standard Webhooks. */
export const createSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/** Encrypts the secret of an endpoint with the newest key. It opens for the same endpoint only. */
export function sealSecret(keys: readonly VersionedSecret[], endpointId: string, secret: string): string {
  const newest = keys.at(-1);
  if (!newest) throw new Error('WEBHOOK_KEYS is not set. Write it like 1:<openssl rand -hex 32>.');
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(newest.secret), iv).setAAD(Buffer.from(endpointId));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return `${newest.version}:${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')}`;
}

/** Decrypts the secret of an endpoint. Throws if its key is not among these. */
export function openSecret(keys: readonly VersionedSecret[], endpointId: string, sealed: string): string {
  const [version = '', box = ''] = sealed.split(':');
  const key = keys.find((each) => String(each.version) === version);
  if (!key)
    throw new Error(
      `WEBHOOK_KEYS lacks version ${version}, which secrets of endpoints are encrypted with. Add it again.`,
    );
  const bytes = Buffer.from(box, 'base64');
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  const decipher = createDecipheriv(CIPHER, keyOf(key.secret), iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(endpointId))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString();
}

/** The cipher needs exactly 32 bytes, and a key of the environment may be longer. */
const keyOf = (secret: KeyObject) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'mandate webhook secrets', 32));
