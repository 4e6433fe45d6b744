/** From a key to what is kept of it. Without the peppers, which the database does not have, its digests say nothing. */
import { createHmac } from 'node:crypto';
import type { KeyFields } from '@mandate/store';
import type { Pepper } from '../../config.ts';
import { createKey, prefixOf } from './api-key.ts';

export interface IssuedKey extends KeyFields {
  /** To be shown to its owner once, and kept nowhere. */
  readonly key: string;
}

/** A new key, under the newest pepper. Null: there is no pepper, so there are no keys. */
export function issueKey(peppers: readonly Pepper[]): IssuedKey | null {
  const newest = peppers.at(-1);
  if (!newest) return null;
  const key = createKey();
  return { key, digest: digestOf(key, newest), pepper: newest.version, prefix: prefixOf(key) };
}

export function digestOf(key: string, { secret }: Pepper): Buffer {
  return createHmac('sha256', secret).update(key).digest();
}
