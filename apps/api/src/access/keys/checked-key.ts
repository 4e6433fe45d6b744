/** A valid key with its rules in the form that requests are held against. It is made once for each answer of the database. */
import type { ValidKey } from '@mandate/store';
import { createOriginMatcher, type OriginMatcher } from './origins.ts';

export interface CheckedKey extends ValidKey {
  readonly allowed: {
    readonly origins: OriginMatcher;
    /** `null` for all of them. */
    readonly operations: ReadonlySet<string> | null;
    readonly chains: ReadonlySet<number> | null;
  };
}

export function createCheckedKey(key: ValidKey): CheckedKey {
  const { origins, operations, chains } = key;
  return {
    ...key,
    allowed: {
      origins: createOriginMatcher(origins),
      operations: operations && new Set(operations),
      chains: chains && new Set(chains),
    },
  };
}
