/** Finds the chains and registries in which a wallet has delegations: one statement instead of one for each list. */
import { type Address, REGISTRIES, REGISTRY_IDS, type Registry } from '@mandate/core';
import {
  CHECKPOINT_COLUMNS,
  type Checkpoint,
  type CheckpointRow,
  readCheckpoint,
} from '../database/checkpoint.ts';
import { ask, type Database } from '../database/database.ts';
import { toBytes } from '../database/row.ts';
import { isUncertainSql } from './block-at.ts';
import { listSpanNodes } from './span-nodes.ts';

export interface ListsRequest {
  readonly wallet: Address;
  readonly chains: readonly {
    readonly chainId: number;
    /** Rows that stood at this block count, too. Without it, only those that stand now do. */
    readonly atBlock?: number;
    /** The first block of a strict question. */
    readonly steadySince?: number | null;
  }[];
}

/** A list that may have rows: those that began after the block in question count, too. */
interface FilledList {
  readonly registry: Registry;
  readonly direction: 'from' | 'to';
}

export interface FoundLists {
  readonly checkpoint: Checkpoint;
  readonly lists: readonly FilledList[];
  /** The v1 delegations of the wallet can't be known at every block in question. */
  readonly isUncertain: boolean;
}

const LISTS: readonly FilledList[] = REGISTRY_IDS.flatMap((registry) =>
  (['from', 'to'] as const).map((direction) => ({ registry, direction })),
);
const columnOf = ({ registry, direction }: FilledList) => `has_${registry}_${direction}` as const;

type ListsRow = CheckpointRow & { readonly is_uncertain: boolean } & {
  readonly [Column in ReturnType<typeof columnOf>]: boolean;
};

/** Returns what was found by chain. Chains that are not in the ledger are missing. */
export async function findLists(
  database: Database,
  { wallet, chains }: ListsRequest,
): Promise<Map<number, FoundLists>> {
  const nodes = chains.flatMap(({ chainId, atBlock }) => {
    if (atBlock === undefined) return [];
    const { left, right } = listSpanNodes(atBlock);
    return [
      ...left.map((node) => ({ chainId, atBlock, node, isLeft: true })),
      ...right.map((node) => ({ chainId, atBlock, node, isLeft: false })),
    ];
  });
  const rows = await ask<ListsRow>(database, {
    name: 'find-lists',
    text: FIND_LISTS,
    values: [
      chains.map(({ chainId }) => chainId),
      chains.map(({ atBlock, steadySince }) => steadySince ?? atBlock ?? null),
      chains.map(({ atBlock }) => atBlock ?? null),
      toBytes(wallet),
      nodes.map(({ chainId }) => chainId),
      nodes.map(({ atBlock }) => atBlock),
      nodes.map(({ node }) => node),
      nodes.map(({ isLeft }) => isLeft),
    ],
  });
  return new Map(
    rows.map((row) => {
      const lists = LISTS.filter((list) => row[columnOf(list)]);
      return [row.chain_id, { checkpoint: readCheckpoint(row), lists, isUncertain: row.is_uncertain }];
    }),
  );
}

/** Looks for one row that stands, and for one at each node that stood, as a list reads them. */
function hasRows({ registry, direction }: FilledList): string {
  const ofWallet = `d.registry = ${REGISTRIES[registry].ledgerNumber} and d.${direction}_address = $4::bytea`;
  const atNodes = (isLeft: boolean, sign: '' | '-', stood: string) => `exists (
      select from nodes n cross join lateral (
        select from delegation d
        where d.chain_id + 0 = n.chain_id and ${ofWallet} and ${sign}span_node(d.since_block, d.until_block) = ${sign}n.node
          and d.until_block is not null and ${stood} limit 1
      ) d where n.chain_id = a.chain_id and n.is_left = ${isLeft})`;
  return `(exists (select from delegation d where d.chain_id = a.chain_id and ${ofWallet} and d.until_block is null)
    or ${atNodes(true, '', 'd.until_block > n.at_block')}
    or ${atNodes(false, '-', 'd.since_block <= n.at_block')})`;
}

const SPAN = { chainId: 'a.chain_id', first: 'a.first_block', last: 'a.last_block', value: '$4::bytea' };

const FIND_LISTS = `
  with asked as materialized (
    select * from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as a (chain_id, first_block, last_block)
  ), nodes as materialized (
    select * from unnest($5::bigint[], $6::bigint[], $7::bigint[], $8::boolean[])
      as n (chain_id, at_block, node, is_left)
  )
  select ${CHECKPOINT_COLUMNS},
    ${LISTS.map((list) => `${hasRows(list)} as ${columnOf(list)}`).join(',\n    ')},
    exists (select from uncertain u where ${isUncertainSql('wallet', SPAN)}) as is_uncertain
  from asked a join chain c on c.chain_id = a.chain_id`;
