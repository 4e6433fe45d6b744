/** All SQL that writes the table `uncertain`: the blocks at which a v1 vault's grants can't be known. */
import { type Address, parseAddress, REGISTRIES } from '@mandate/core';
import type { Hex } from 'viem';
import type { Block } from '../database/checkpoint.ts';
import type { Connection, Database } from '../database/database.ts';
import type { Position } from '../database/lifetime.ts';
import { toBytes, toHex } from '../database/row.ts';

/** The end of a span that no block has settled yet. */
export const UNSETTLED = Number.MAX_SAFE_INTEGER;

/** A v1 revocation that does not name its grant, and the blocks after it at which the revoked grant is not known. */
export interface Uncertain {
  readonly from: Address;
  readonly fromBlock: number;
  /** The block of the ledger whose state showed which grant was revoked. `UNSETTLED`: none has. */
  readonly untilBlock: number;
  /** The log of the revocation event. */
  readonly log?: number;
  readonly tx?: Hex;
}

/** A vault whose revocations were settled by the state of a block. */
export interface Settled {
  readonly from: Address;
  readonly block: number;
}

/** A vault with unsettled revocations, and the last of them. */
export interface Unsettled {
  readonly from: Address;
  readonly last: Position;
}

const NO_TX: Hex = `0x${'00'.repeat(32)}`;

export async function rememberUncertain(
  connection: Connection,
  chainId: number,
  uncertain: readonly Uncertain[],
): Promise<void> {
  if (uncertain.length === 0) return;
  await connection.query(
    `insert into uncertain (chain_id, from_address, from_block, until_block, log, tx)
     select $1, * from unnest($2::bytea[], $3::bigint[], $4::bigint[], $5::integer[], $6::bytea[])
     on conflict (chain_id, from_address, from_block)
       do update set until_block = excluded.until_block, log = excluded.log, tx = excluded.tx`,
    [
      chainId,
      uncertain.map(({ from }) => toBytes(from)),
      uncertain.map(({ fromBlock }) => fromBlock),
      uncertain.map(({ untilBlock }) => untilBlock),
      uncertain.map(({ log = 0 }) => log),
      uncertain.map(({ tx = NO_TX }) => toBytes(tx)),
    ],
  );
}

/** Ends the vaults' spans that reach beyond the checkpoint. Call this before adding new spans. */
export async function settleUncertain(
  connection: Connection,
  chainId: number,
  parent: Block,
  settled: readonly Settled[],
): Promise<void> {
  if (settled.length === 0) return;
  await connection.query(
    `update uncertain u set until_block = s.block from unnest($3::bytea[], $4::bigint[]) as s (from_address, block)
     where u.chain_id = $1 and u.until_block > $2 and u.from_address = s.from_address`,
    [chainId, parent.number, settled.map(({ from }) => toBytes(from)), settled.map(({ block }) => block)],
  );
}

export async function listUnsettled(database: Database, chainId: number): Promise<Unsettled[]> {
  const { rows } = await database.query<{
    from_address: Buffer;
    from_block: number;
    log: number;
    tx: Buffer;
  }>(
    `select distinct on (u.from_address) u.from_address, u.from_block, u.log, u.tx
     from chain c join uncertain u on u.chain_id = c.chain_id and u.until_block > c.block_number
     where c.chain_id = $1 order by u.from_address, u.from_block desc`,
    [chainId],
  );
  return rows.map((row) => ({
    from: parseAddress(toHex(row.from_address)),
    last: { block: row.from_block, log: row.log, tx: toHex(row.tx) },
  }));
}

/**
 * Lists the rows whose end is undone by going back to a block: they ended before that block, but only the state of a
 * later block showed it. Call this before reopening the spans.
 */
export async function listEndedByLostState(
  connection: Connection,
  chainId: number,
  to: Block,
): Promise<number[]> {
  const { rows: spans } = await connection.query<{ from_address: Buffer; from_block: number }>(
    'select from_address, from_block from uncertain where chain_id = $1 and until_block > $2 and from_block <= $2',
    [chainId, to.number],
  );
  if (spans.length === 0) return [];
  const { rows } = await connection.query<{ id: number }>(
    `select d.id from unnest($2::bytea[], $3::bigint[]) as u (from_address, from_block)
     cross join lateral (
       select d.id from delegation d
       where d.from_address = u.from_address and d.chain_id = $1 and d.registry = ${REGISTRIES.v1.ledgerNumber}
         and d.until_block = u.from_block and d.until_inferred
       order by d.until_block
     ) d`,
    [chainId, spans.map(({ from_address }) => from_address), spans.map(({ from_block }) => from_block)],
  );
  return rows.map(({ id }) => id);
}

/** Deletes the revocations after a block, and reopens spans that a later block had settled. */
export async function reopenUncertain(connection: Connection, chainId: number, to: Block): Promise<void> {
  await connection.query('delete from uncertain where chain_id = $1 and from_block > $2', [
    chainId,
    to.number,
  ]);
  await connection.query('update uncertain set until_block = $3 where chain_id = $1 and until_block > $2', [
    chainId,
    to.number,
    UNSETTLED,
  ]);
}
