/** Lists the tokens of one contract that a wallet has granted to another one by one, with their amounts. */
import { type Address, KINDS, type Kind, REGISTRIES, type Registry, type Standard } from '@mandate/core';
import type { Read } from '../database/checkpoint.ts';
import { CHECKPOINT_COLUMNS, type CheckpointRow, readCheckpoint } from '../database/checkpoint.ts';
import { ask, type Database } from '../database/database.ts';
import { type DelegationRow, delegationColumns, readDelegation, steady, toBytes } from '../database/row.ts';
import type { Listed } from './list.ts';

export interface TokenGrantsRequest {
  readonly chainId: number;
  readonly registry: Registry;
  readonly standard: keyof typeof KIND_OF_TOKEN;
  readonly from: Address;
  readonly to: Address;
  readonly contract: Address;
  readonly atBlock: number;
  /** Not null: only grants that stood without interruption since this block. */
  readonly steadySince: number | null;
  /** The most rows to look at, standing or ended: a wallet can write any number of them. */
  readonly limit: number;
}

export interface TokenGrants {
  readonly rows: Listed[];
  /** There are more rows than were looked at. */
  readonly isCut: boolean;
}

/** The kind of a grant of one token, or of an amount of one id. */
const KIND_OF_TOKEN = {
  ERC721: { v1: 'token', v2: 'erc721' },
  ERC1155: { v1: 'token', v2: 'erc1155' },
} as const satisfies Partial<Record<Standard, Record<Registry, Kind>>>;

interface TokenGrantRow extends DelegationRow {
  readonly since_block: number | null;
  readonly since_log: number;
  readonly looked_at: number;
}

export async function listTokenGrants(
  database: Database,
  { chainId, registry, standard, from, to, contract, atBlock, steadySince, limit }: TokenGrantsRequest,
): Promise<Read<TokenGrants>> {
  const { ledgerNumber } = KINDS[KIND_OF_TOKEN[standard][registry]];
  const rows = await ask<CheckpointRow & TokenGrantRow>(database, {
    name: 'list-token-grants',
    text: LIST_TOKEN_GRANTS,
    values: [
      chainId,
      toBytes(from),
      toBytes(to),
      REGISTRIES[registry].ledgerNumber,
      ledgerNumber,
      toBytes(contract),
      atBlock,
      steadySince,
      limit + 1,
    ],
  });
  const [first] = rows;
  if (!first) return null;
  return {
    checkpoint: readCheckpoint(first),
    isCut: first.looked_at > limit,
    rows: rows.flatMap((row) => {
      const { since_block: block, since_log: log } = row;
      return block === null ? [] : [{ delegation: readDelegation(row), since: { block, log } }];
    }),
  };
}

/** Reads the index `delegation_grant` from its first row of the contract on, and no more than the limit. */
const LIST_TOKEN_GRANTS = `
  with looked as materialized (
    select d.* from delegation d
    where d.chain_id = $1 and d.from_address = $2 and d.to_address = $3 and d.registry = $4 and d.kind = $5
      and d.contract = $6
    order by d.chain_id, d.from_address, d.to_address, d.registry, d.kind, d.contract, d.token_id, d.rights
    limit $9
  )
  select ${CHECKPOINT_COLUMNS}, (select count(*) from looked) as looked_at,
    ${delegationColumns('l', { amount: 'coalesce(l.least_amount, l.amount) as amount' })}, l.since_block, l.since_log
  from chain c
  left join lateral (
    select d.*, steady.amount as least_amount from looked d
    left join lateral (${steady({ row: 'd', since: '$8::bigint', at: '$7::bigint' })}) steady on true
    where d.since_block <= $7::bigint and (d.until_block is null or d.until_block > $7::bigint)
      and ($8::bigint is null or steady.is_steady)
  ) l on true
  where c.chain_id = $1
  order by l.since_block, l.since_log`;
