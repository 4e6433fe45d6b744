import type { Address } from '@mandate/core';
import { ask, type Database } from './database.ts';
import { toBytes, toHex } from './row.ts';

/** Those of the v1 vaults of which can't be known what they had granted at a block. */
export async function listUncertain(
  database: Database,
  chainId: number,
  block: number,
  vaults: readonly Address[],
): Promise<string[]> {
  const rows = await ask<{ from_address: Buffer }>(database, {
    name: 'list-uncertain',
    text: `select distinct u.from_address from uncertain u
      where u.chain_id = $1 and u.from_block <= $2 and u.until_block > $2 and u.from_address = any($3::bytea[])`,
    values: [chainId, block, vaults.map(toBytes)],
  });
  return rows.map((row) => toHex(row.from_address));
}
