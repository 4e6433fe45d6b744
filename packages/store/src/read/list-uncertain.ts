import type { Address } from '@mandate/core';
import { ask, type Database } from '../database/database.ts';
import { toBytes, toHex } from '../database/row.ts';
import type { BlockSpan } from './block-at.ts';

/** Lists the v1 vaults whose grants can't be known at every block of a span. */
export async function listUncertain(
  database: Database,
  chainId: number,
  { first, last }: BlockSpan,
  vaults: readonly Address[],
): Promise<string[]> {
  const rows = await ask<{ from_address: Buffer }>(database, {
    name: 'list-uncertain',
    text: `select distinct u.from_address from uncertain u
      where u.chain_id = $1 and u.from_block <= $3 and u.until_block > $2 and u.from_address = any($4::bytea[])`,
    values: [chainId, first, last, vaults.map(toBytes)],
  });
  return rows.map((row) => toHex(row.from_address));
}
