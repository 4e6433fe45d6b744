/** Reads of the table `api_key`, and what requests leave in it. `key-changes.ts` has the changes that people make. */
import type { Address } from '@mandate/core';
import { ask, type Database } from '../database/database.ts';
import { toBytes } from '../database/row.ts';
import { createKeyChanges } from './key-changes.ts';
import { listKeyEvents, purgeKeyEvents } from './key-event-table.ts';
import { KEY_COLUMNS, type KeyRecord, type KeyRow, readKey, readOwner, VALID } from './key-row.ts';
import { type KeyRules, RULE_COLUMNS, type RuleRow, readRules } from './key-rules.ts';
import { addRefusedOrigins, listRefusedOrigins, type RefusedOrigin } from './refused-origin-table.ts';

export interface ValidKey extends KeyRules {
  readonly id: number;
  readonly owner: Address | null;
}

/** A secret key came with the `Origin` of a page. */
export interface BrowserSighting {
  readonly keyId: number;
  readonly origin: string;
  readonly at: Date;
}

export type KeyStore = ReturnType<typeof createKeyStore>;

export function createKeyStore(database: Database) {
  /** Lists keys in the order of their creation, also revoked and expired ones. Without an owner: all keys. */
  async function list({ owner }: { readonly owner?: Address } = {}): Promise<KeyRecord[]> {
    const rows = await ask<KeyRow>(
      database,
      owner === undefined
        ? { text: `select ${KEY_COLUMNS} from api_key order by id` }
        : {
            text: `select ${KEY_COLUMNS} from api_key where owner = $1 order by id`,
            values: [toBytes(owner)],
          },
    );
    return rows.map(readKey);
  }

  /**
   * Finds the valid key with one of these digests. `null` if there is none. The timing does not reveal whether a key is
   * unknown, revoked or expired. Each digest is a parameter of its own, because the planner can't know an array's
   * length.
   */
  async function findValid(digests: readonly Buffer[]): Promise<ValidKey | null> {
    if (digests.length === 0) return null;
    const any = digests.map((_, index) => `$${index + 1}`).join(', ');
    const [row] = await ask<RuleRow & Pick<KeyRow, 'id' | 'owner'>>(database, {
      name: `find-valid-key-${digests.length}`,
      text: `select id, owner, ${RULE_COLUMNS} from api_key where digest in (${any}) and ${VALID}`,
      values: [...digests],
    });
    return row ? { id: row.id, owner: readOwner(row.owner), ...readRules(row) } : null;
  }

  /** Records when keys were last used. Rows are locked in one order, so that concurrent calls never deadlock. */
  async function touch(used: ReadonlyMap<number, Date>): Promise<void> {
    if (used.size === 0) return;
    await ask(database, {
      name: 'touch-keys',
      text: `with used as (
          select k.id, u.at from unnest($1::bigint[], $2::timestamptz[]) as u (id, at) join api_key k using (id)
          order by k.id for no key update of k
        )
        update api_key k set last_used_at = greatest(k.last_used_at, used.at) from used where k.id = used.id`,
      values: [[...used.keys()], [...used.values()]],
    });
  }

  /** Records which secret keys came from a page. The newest origin of each key is kept. */
  async function flagBrowsers(seen: readonly BrowserSighting[]): Promise<void> {
    if (seen.length === 0) return;
    await ask(database, {
      name: 'flag-browsers',
      text: `with seen as (
          select k.id, s.origin, s.at
          from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as s (id, origin, at) join api_key k using (id)
          order by k.id for no key update of k
        )
        update api_key k set browser_seen_at = seen.at, browser_origin = seen.origin from seen
        where k.id = seen.id and (k.browser_seen_at is null or k.browser_seen_at < seen.at)`,
      values: [seen.map(({ keyId }) => keyId), seen.map(({ origin }) => origin), seen.map(({ at }) => at)],
    });
  }

  return {
    ...createKeyChanges(database),
    list,
    findValid,
    touch,
    flagBrowsers,
    listEvents: (of: { readonly owner?: Address }, limit: number, before?: number) =>
      listKeyEvents(database, of, limit, before),
    purgeEvents: (olderThanDays?: number) => purgeKeyEvents(database, olderThanDays),
    addRefusedOrigins: (refused: readonly RefusedOrigin[]) => addRefusedOrigins(database, refused),
    listRefusedOrigins: (keyIds: readonly number[]) => listRefusedOrigins(database, keyIds),
  };
}
