/** A row of the table `api_key`, which stores the hash of a key, never the key itself. */
import { type Address, parseAddress } from '@mandate/core';
import { toHex } from '../database/row.ts';
import { type KeyRules, RULE_COLUMNS, type RuleRow, readRules } from './key-rules.ts';

export interface KeyRecord extends KeyRules {
  readonly id: number;
  readonly prefix: string;
  readonly name: string;
  readonly owner: Address | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** The successor of a rotated key. */
  readonly rotatedTo: number | null;
  /** When a secret key last came from a page of another site, and the page's origin. `null` if it never did. */
  readonly browserSeenAt: Date | null;
  readonly browserOrigin: string | null;
}

export interface KeyRow extends RuleRow {
  readonly id: number;
  readonly prefix: string;
  readonly name: string;
  readonly owner: Buffer | null;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly rotated_to: number | null;
  readonly browser_seen_at: Date | null;
  readonly browser_origin: string | null;
}

export const KEY_COLUMNS = `id, prefix, name, owner, created_at, last_used_at, expires_at, revoked_at, rotated_to,
  browser_seen_at, browser_origin, ${RULE_COLUMNS}`;
export const VALID = 'revoked_at is null and (expires_at is null or expires_at > now())';

export function readKey(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    prefix: row.prefix,
    name: row.name,
    owner: readOwner(row.owner),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    rotatedTo: row.rotated_to,
    browserSeenAt: row.browser_seen_at,
    browserOrigin: row.browser_origin,
    ...readRules(row),
  };
}

export function readOwner(owner: Buffer | null): Address | null {
  return owner && parseAddress(toHex(owner));
}
