/** Secrets of the environment that can be replaced: `<version>:<hex>`, separated by commas. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';

export interface VersionedSecret {
  readonly version: number;
  /** A KeyObject is five times as fast to use as bytes, and never shows its bytes in a log. */
  readonly secret: KeyObject;
}

const FORM = /^[1-9]\d{0,3}:(?:[0-9a-f]{2}){32,}(?:,[1-9]\d{0,3}:(?:[0-9a-f]{2}){32,})*$/i;

/** Sorted by version: the last one is for what is new. */
export function readVersionedSecrets(text: string): VersionedSecret[] {
  const secrets = text.split(',').map((entry) => {
    const [version, secret = ''] = entry.split(':');
    return { version: Number(version), secret: createSecretKey(secret, 'hex') };
  });
  return secrets.toSorted((a, b) => a.version - b.version);
}

export const versionedSecrets = z
  .string()
  .regex(FORM, 'must be like 1:<64 or more hex digits>; separate several with commas.')
  .transform(readVersionedSecrets)
  .refine(
    (secrets) => new Set(secrets.map(({ version }) => version)).size === secrets.length,
    'names a version twice.',
  );
