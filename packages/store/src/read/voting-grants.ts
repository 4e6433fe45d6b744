/** Reads the grants that decide who votes with the tokens of a contract, at one block, for many wallets at once. */
import {
  type Address,
  type Asset,
  FULL_RIGHTS,
  parseAddress,
  REGISTRIES,
  type Registry,
} from '@mandate/core';
import type { Read } from '../database/checkpoint.ts';
import { CHECKPOINT_COLUMNS, type CheckpointRow, readCheckpoint } from '../database/checkpoint.ts';
import { ask, type Database } from '../database/database.ts';
import { type DelegationRow, delegationColumns, readDelegation, toBytes, toHex } from '../database/row.ts';
import type { Listed } from './list.ts';
import { listSpanNodes } from './span-nodes.ts';

export interface VotingRequest {
  readonly chainId: number;
  readonly registries: readonly Registry[];
  readonly asset: Asset;
  readonly wallets: readonly Address[];
  readonly atBlock: number;
  /** The most rows that stood at the block and that are looked at: strangers can write any number of them. */
  readonly limit: number;
}

interface Looked {
  /** The number of rows that were looked at, at most one above the limit. */
  readonly looked: number;
}

type LookedRow = CheckpointRow & { readonly looked_at: number };

/** Lists the wallets that had granted something of a contract to one of these. */
export async function listVotingVaults(
  database: Database,
  request: VotingRequest,
): Promise<Read<Looked & { readonly vaults: readonly Address[] }>> {
  const rows = await ask<LookedRow & { from_address: Buffer | null }>(database, {
    name: 'list-voting-vaults',
    text: LIST_VAULTS,
    values: valuesOf(request),
  });
  const [first] = rows;
  if (!first) return null;
  const vaults = rows.flatMap(({ from_address: from }) => (from ? [parseAddress(toHex(from))] : []));
  return { checkpoint: readCheckpoint(first), looked: first.looked_at, vaults };
}

/** Lists the grants of these wallets that are about a contract or about all. */
export async function listVotingGrants(
  database: Database,
  request: VotingRequest,
): Promise<Read<Looked & { readonly rows: readonly Listed[] }>> {
  const rows = await ask<LookedRow & DelegationRow & { since_block: number | null; since_log: number }>(
    database,
    { name: 'list-voting-grants', text: LIST_GRANTS, values: valuesOf(request) },
  );
  const [first] = rows;
  if (!first) return null;
  const found = rows.flatMap((row) => {
    const { since_block: block, since_log: log } = row;
    return block === null ? [] : [{ delegation: readDelegation(row), since: { block, log } }];
  });
  return { checkpoint: readCheckpoint(first), looked: first.looked_at, rows: found };
}

/** Lists the v1 vaults whose grants at a block can't be known, if they are one of these wallets or ever granted to one. */
export async function listUncertainVaults(
  database: Database,
  { chainId, wallets, atBlock }: Pick<VotingRequest, 'chainId' | 'wallets' | 'atBlock'>,
): Promise<Address[]> {
  const rows = await ask<{ from_address: Buffer }>(database, {
    name: 'list-uncertain-vaults',
    text: LIST_UNCERTAIN,
    values: [chainId, atBlock, wallets.map(toBytes), REGISTRIES.v1.ledgerNumber],
  });
  return rows.map(({ from_address: from }) => parseAddress(toHex(from)));
}

function valuesOf({ chainId, registries, asset, wallets, atBlock, limit }: VotingRequest): unknown[] {
  const { left, right } = listSpanNodes(atBlock);
  return [
    chainId,
    registries.map((registry) => REGISTRIES[registry].ledgerNumber),
    wallets.map(toBytes),
    atBlock,
    left,
    right,
    toBytes(asset.contract),
    [Buffer.alloc(0), toBytes(FULL_RIGHTS), toBytes(asset.rights)],
    limit + 1,
  ];
}

/**
 * Rows of a wallet are read from the indexes of its list, past rows included, as `list` reads them: nothing that was
 * written after the block is read, and no more than the limit.
 */
function votingSql(direction: 'from' | 'to', columns: string, order: string): string {
  const ofWallet = (chainId: string) =>
    `${chainId} = a.chain_id and d.registry = a.registry and d.${direction}_address = a.wallet`;
  const atNodes = (nodes: string, sign: '' | '-', stood: string) => `
      (select d.* from unnest(${nodes}::bigint[]) as n (node) cross join lateral (
        select * from delegation d
        where ${ofWallet('d.chain_id + 0')} and ${sign}span_node(d.since_block, d.until_block) = ${sign}n.node
          and d.until_block is not null and ${stood}
      ) d)`;
  return `
  with asked as materialized (
    select $1::bigint as chain_id, r.registry, w.wallet, $4::bigint as at_block
    from unnest($2::smallint[]) as r (registry) cross join unnest($3::bytea[]) as w (wallet)
  ), looked as materialized (
    select d.* from asked a cross join lateral (
      (select * from delegation d
       where ${ofWallet('d.chain_id')} and d.since_block <= a.at_block and d.until_block is null
       order by d.since_block, d.since_log, d.kind limit $9)
      union all ${atNodes('$5', '', 'd.until_block > a.at_block')}
      union all ${atNodes('$6', '-', 'd.since_block <= a.at_block')}
    ) d
    limit $9
  )
  select ${CHECKPOINT_COLUMNS}, (select count(*) from looked) as looked_at, l.*
  from chain c
  left join (
    select ${columns} from looked d where d.contract in ('', $7::bytea) and d.rights = any($8::bytea[])
  ) l on true
  where c.chain_id = $1
  ${order}`;
}

const LIST_VAULTS = votingSql('to', 'distinct d.from_address', 'order by l.from_address');
const LIST_GRANTS = votingSql('from', `${delegationColumns('d')}, d.since_block, d.since_log`, '');

const LIST_UNCERTAIN = `
  select distinct u.from_address from uncertain u
  where u.chain_id = $1 and u.from_block <= $2 and u.until_block > $2 and (
    u.from_address = any($3::bytea[])
    or exists (select from delegation d
      where d.chain_id = u.chain_id and d.from_address = u.from_address and d.to_address = any($3::bytea[])
        and d.registry = $4::smallint and d.since_block <= $2)
  )`;
