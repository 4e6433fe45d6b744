/** From a key to what is kept of it. Without the peppers, which the database does not have, its digests say nothing. */
import { createHmac } from 'node:crypto';
import { ConfigError } from '@mandate/config';
import type { KeyFields, KeyKind } from '@mandate/store';
import { createKey, prefixOf } from './api-key.ts';
import type { Pepper } from './pepper.ts';

const NO_PEPPER =
  'KEY_PEPPERS is not set: keys are kept as an HMAC under a secret. Make one, and give it to every process:\n' +
  '  export KEY_PEPPERS="1:$(openssl rand -hex 32)"';

export interface IssuedKey extends KeyFields {
  /** To be shown to its owner once, and kept nowhere. */
  readonly key: string;
}

/** A new key, under the newest pepper. */
export function issueKey(peppers: readonly Pepper[], kind: KeyKind = 'secret'): IssuedKey {
  const newest = peppers.at(-1);
  if (!newest) throw new ConfigError(NO_PEPPER);
  const key = createKey(kind);
  return { key, digest: digestOf(key, newest), pepper: newest.version, prefix: prefixOf(key) };
}

export function digestOf(key: string, { secret }: Pepper): Buffer {
  return createHmac('sha256', secret).update(key).digest();
}
