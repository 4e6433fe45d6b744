/** Reads the ledger's rows as the auditor compares them with storage: the newest row of each grant at a block. */
import { type Address, type Delegation, parseAddress } from '@mandate/core';
import { ask, type Database, transact } from '../database/database.ts';
import { type DelegationRow, delegationColumns, readDelegation, toBytes, toHex } from '../database/row.ts';
import type { GrantPlace } from './pass-table.ts';

/** The newest row of a grant that had begun by a block. */
export interface NewestRow {
  readonly delegation: Delegation;
  readonly sinceBlock: number;
  /** `null` if it stands now. */
  readonly untilBlock: number | null;
  /** Whether it stands at the block. */
  readonly stands: boolean;
}

export interface NewestPage {
  readonly rows: readonly NewestRow[];
  /** `null` if this was the last page. */
  readonly next: GrantPlace | null;
}

interface NewestRequest {
  readonly at: number;
  readonly after: GrantPlace | null;
  readonly limit: number;
}

const IDENTITY = ['from_address', 'to_address', 'registry', 'kind', 'contract', 'token_id', 'rights'];
const GRANT = IDENTITY.map((column) => `d.${column}`).join(', ');
const GRANT_DOWN = IDENTITY.map((column) => `d.${column} desc`).join(', ');
const COLUMNS = `${delegationColumns('d')}, d.since_block, d.until_block`;
const FIRST: GrantPlace = ['0x', '0x', 0, 0, '0x', '-1', '0x'];

export type AuditedRows = ReturnType<typeof createAuditedRows>;

export function createAuditedRows(database: Database) {
  /** Lists grants in the order of their identities, so that those of one wallet are neighbours. */
  async function listNewest(chainId: number, { at, after, limit }: NewestRequest): Promise<NewestPage> {
    return transact(database, async (connection) => {
      // The index has this order. PostgreSQL underestimates the rows after a place, and would read and sort all of them.
      await connection.query('set local enable_bitmapscan = off; set local enable_sort = off');
      const place = placeParameters(after ?? FIRST);
      const { rows } = await connection.query<NewestColumns>(
        `select ${COLUMNS} from delegation d
         where d.chain_id = $1 and d.since_block <= $2 and (${GRANT}) > ($3, $4, $5, $6, $7, $8, $9)
         order by d.chain_id, ${GRANT}, d.since_block, d.since_log limit $10`,
        [chainId, at, ...place, limit],
      );
      // The rows of a grant follow each other: the newest one is the last.
      const newest = rows.filter((row, i) => !isSameGrant(row, rows[i + 1]));
      const last = rows.length === limit ? newest.pop() : undefined;
      if (!last) return { rows: newest.map((row) => readNewest(row, at)), next: null };
      // The last grant may have more rows than the page.
      const next = placeOf(last);
      const { rows: own } = await connection.query<NewestColumns>(
        `select ${COLUMNS} from delegation d
         where d.chain_id = $1 and d.since_block <= $2 and (${GRANT}) = ($3, $4, $5, $6, $7, $8, $9)
         order by d.chain_id desc, ${GRANT_DOWN}, d.since_block desc, d.since_log desc limit 1`,
        [chainId, at, ...placeParameters(next)],
      );
      return { rows: [...newest, ...own].map((row) => readNewest(row, at)), next };
    });
  }

  /** Lists the grants of one wallet. */
  async function listOfVault(
    chainId: number,
    vault: Address,
    at: number,
    limit: number,
  ): Promise<NewestRow[]> {
    const rows = await ask<NewestColumns>(database, {
      text: `select distinct on (${GRANT}) ${COLUMNS}
        from delegation d where d.chain_id = $1 and d.from_address = $2 and d.since_block <= $3
        order by ${GRANT}, d.since_block desc, d.since_log desc limit $4`,
      values: [chainId, toBytes(vault), at, limit],
    });
    return rows.map((row) => readNewest(row, at));
  }

  /** Lists the v1 wallets whose grants are not known at some block of a range. */
  async function listUnknown(chainId: number, first: number, last: number): Promise<Set<Address>> {
    const rows = await ask<{ from_address: Buffer }>(database, {
      text: `select distinct from_address from uncertain where chain_id = $1 and from_block <= $3 and until_block >= $2`,
      values: [chainId, first, last],
    });
    return new Set(rows.map((row) => parseAddress(toHex(row.from_address))));
  }

  return { listNewest, listOfVault, listUnknown };
}

interface NewestColumns extends DelegationRow {
  readonly since_block: number;
  readonly until_block: number | null;
}

function isSameGrant(row: NewestColumns, other: NewestColumns | undefined): boolean {
  return other !== undefined && placeOf(row).join() === placeOf(other).join();
}

const bytes = (hex: string) => toBytes(hex as `0x${string}`);

function readNewest(row: NewestColumns, at: number): NewestRow {
  const { since_block: sinceBlock, until_block: untilBlock } = row;
  const stands = untilBlock === null || untilBlock > at;
  return { delegation: readDelegation(row), sinceBlock, untilBlock, stands };
}

function placeParameters([from, to, registry, kind, contract, tokenId, rights]: GrantPlace) {
  return [bytes(from), bytes(to), registry, kind, bytes(contract), tokenId, bytes(rights)];
}

function placeOf(row: NewestColumns): GrantPlace {
  const { from_address, to_address, registry, kind, contract, token_id, rights } = row;
  const [from, to, of, given] = [from_address, to_address, contract, rights].map(toHex);
  return [from ?? '0x', to ?? '0x', registry, kind, of ?? '0x', String(token_id), given ?? '0x'];
}
