/** Lists the delegations of a wallet, page by page, at any block. */
import {
  type Address,
  createDelegation,
  type Delegation,
  REGISTRIES,
  type Registry,
  type Rights,
} from '@mandate/core';
import type { Read } from '../database/checkpoint.ts';
import { CHECKPOINT_COLUMNS, type CheckpointRow, readCheckpoint } from '../database/checkpoint.ts';
import { ask, type Database } from '../database/database.ts';
import { begunBy, kindOf, steady, toBytes, toHex } from '../database/row.ts';
import { FIRST } from './exclusive.ts';
import type { DatedRow } from './find-granting.ts';
import { listSpanNodes, type SpanNodes } from './span-nodes.ts';

/** A block, and the position of a log in it. */
interface LogPosition {
  readonly block: number;
  readonly log: number;
}

/** A listed delegation, and where it began. */
export interface Listed {
  readonly delegation: Delegation;
  readonly since: LogPosition;
  /** The place where it was granted for the first time ever, if the request asks for it. */
  readonly first?: LogPosition;
  /** The place and the time of its beginning, as seen at the block `datedAt`, if the request asks for them. */
  readonly began?: DatedRow['since'];
}

export interface ListRequest {
  readonly chainId: number;
  readonly registry: Registry;
  readonly direction: 'from' | 'to';
  readonly wallet: Address;
  /** List what stood at the end of this block. Default: the checkpoint's block. */
  readonly atBlock?: number;
  /** List only grants that stood without interruption from this block to `atBlock`, each with its smallest amount. */
  readonly steadySince?: number;
  /** The checkpoint's `rewinds` when `atBlock` was chosen. Without it, a replaced block is not noticed. */
  readonly rewinds?: number;
  /** Also read where each delegation was granted for the first time ever: the order of v2's own lists. */
  readonly withFirst?: boolean;
  /**
   * Also read the transaction and the time of each row's beginning, as seen at this block: of a strict list, the amount of a
   * row may have changed later.
   */
  readonly datedAt?: number;
  readonly limit: number;
  /** The last row of the previous page. */
  readonly after?: Listed['since'];
}

export interface Page {
  readonly rows: Listed[];
  /** The chain went back below `atBlock` after it was chosen, so this list is about another block. */
  readonly replaced: boolean;
}

/** Reads one page, ordered by block, then log position. */
export async function list(database: Database, request: ListRequest): Promise<Read<Page>> {
  const nodes = findNodes(request);
  const rows = await ask<CheckpointRow & ListedRow>(database, {
    ...statementOf(request),
    values: [
      request.chainId,
      REGISTRIES[request.registry].ledgerNumber,
      toBytes(request.wallet),
      request.after?.block ?? -1,
      request.after?.log ?? -1,
      request.limit,
      request.atBlock ?? null,
      request.rewinds ?? null,
      nodes.left,
      nodes.right,
      ...(request.steadySince === undefined ? [] : [request.steadySince]),
      ...(isDatedSteady(request) ? [request.datedAt] : []),
    ],
  });
  const first = rows.shift();
  if (!first) return null;
  return {
    checkpoint: readCheckpoint(first),
    replaced: first.replaced,
    rows: rows.map((row) => readListed(request.registry, row)),
  };
}

/** A row that is not steady began by the block that the list is of. */
const isDatedSteady = ({ steadySince, datedAt }: ListRequest) =>
  steadySince !== undefined && datedAt !== undefined;

type More = 'plain' | 'first' | 'dated';

function statementOf({ direction, steadySince, withFirst = false, datedAt }: ListRequest) {
  const isSteady = steadySince !== undefined;
  const more: More = withFirst ? 'first' : datedAt === undefined ? 'plain' : 'dated';
  const name = `list-${direction}${isSteady ? '-steady' : ''}${more === 'plain' ? '' : `-${more}`}`;
  return { name, text: (isSteady ? LIST_STEADY : LIST)[direction][more] };
}

/** At the checkpoint, no ended row stands. Rows at nodes before the end of the last page began before it. */
function findNodes({ atBlock, after }: ListRequest): SpanNodes {
  if (atBlock === undefined) return { left: [], right: [] };
  const { left, right } = listSpanNodes(atBlock);
  return { left: left.filter((node) => node >= (after?.block ?? 0)), right };
}

/** The first row contains the checkpoint and nothing else; repeating it in each row would make long lists longer. */
interface ListedRow {
  readonly replaced: boolean;
  readonly kind: number;
  readonly from: Address;
  readonly to: Address;
  readonly contract: Address | null;
  readonly token_id: bigint;
  readonly rights: Rights | null;
  readonly amount: bigint | null;
  readonly since_block: number;
  readonly since_log: number;
  readonly first_block: number | null;
  readonly first_log: number | null;
  /** Only in a dated list. */
  readonly began_block?: number;
  readonly began_log?: number;
  readonly began_tx?: Buffer;
  readonly began_timestamp?: number | null;
}

function readListed(registry: Registry, row: ListedRow): Listed {
  const { from, to, contract, token_id: tokenId, rights, amount } = row;
  const kind = kindOf(row.kind);
  const { first_block: block, first_log: log } = row;
  return {
    delegation: createDelegation({ registry, kind, from, to, contract, tokenId, rights, amount }),
    since: { block: row.since_block, log: row.since_log },
    ...(block === null || log === null ? {} : { first: { block, log } }),
    ...readBegan(row),
  };
}

function readBegan({
  began_block: block,
  began_log: log,
  began_tx: tx,
  began_timestamp: timestamp = null,
}: ListedRow): Pick<Listed, 'began'> {
  if (block === undefined || log === undefined || tx === undefined) return {};
  return { began: { block, log, tx: toHex(tx), timestamp } };
}

/**
 * A block's list consists of rows that stand now and had begun by then, and of rows that ended later. Of the former,
 * only as many are read as fit on the page; of the latter, those that stood at that block, no matter how many have
 * ended since.
 *
 * The parameters are in a CTE, so that PostgreSQL makes the same plan for every wallet and page. Otherwise statistics
 * about a large wallet would make it search other wallets' rows for the next page.
 *
 * With `withFirst` or `datedAt`, each row of the page costs one search more.
 */
function listSql(direction: 'from' | 'to', since: string | null, more: More): string {
  const withFirst = more === 'first';
  const dated = more === 'dated' ? datedSql(since !== null) : { none: '', columns: '', join: '' };
  const steadily = since
    ? `cross join lateral (${steady({ row: 'd', since, at: 'a.at_block' })}) steady`
    : '';
  const columns = since ? 'd.*, steady.amount as least_amount' : 'd.*';
  const ofWallet = (chainId: string) =>
    `${chainId} = a.chain_id and d.registry = a.registry and d.${direction}_address = a.wallet`;
  const isNext = '(d.since_block, d.since_log) > (a.after_block, a.after_log)';
  const standing = `
      (select ${columns} from delegation d ${steadily}
       where ${ofWallet('d.chain_id')} and ${isNext} and d.since_block <= a.at_block and d.until_block is null
       order by d.since_block, d.since_log, d.kind limit $6)`;
  const atNodes = (nodes: string, sign: '' | '-', stood: string) => `
        select d.* from unnest(${nodes}::bigint[]) as n (node) cross join lateral (
          select * from delegation d
          where ${ofWallet('d.chain_id + 0')} and ${sign}span_node(d.since_block, d.until_block) = ${sign}n.node
            and d.until_block is not null and ${stood}
        ) d`;
  const ended = `
      (select ${columns} from (${atNodes('$9', '', 'd.until_block > a.at_block')}
        union all ${atNodes('$10', '-', 'd.since_block <= a.at_block')}
       ) d ${steadily}
       where ${isNext}
       order by d.since_block, d.since_log limit $6)`;
  const hex = (column: string) => `'0x' || encode(d.${column}, 'hex')`;
  return `
  with asked as materialized (
    select c.*, $2::smallint as registry, $3::bytea as wallet, $4::bigint as after_block,
      $5::integer as after_log, coalesce($7::bigint, c.block_number) as at_block,
      exists (select from rewind r
        where r.chain_id = c.chain_id and r.number > $8::integer and r.to_block < $7::bigint) as replaced
    from chain c where c.chain_id = $1
  )
  select ${CHECKPOINT_COLUMNS}, c.replaced, null::smallint as kind, null as "from", null as "to",
    null as contract, null::numeric as token_id, null as rights, null::numeric as amount,
    -1::bigint as since_block, -1 as since_log, null::bigint as first_block, null::integer as first_log${dated.none}
  from asked c
  union all
  select ${CHECKPOINT_COLUMNS}, null, d.kind, ${hex('from_address')}, ${hex('to_address')},
    ${hex('contract')}, d.token_id, ${hex('rights')}, ${since ? 'd.least_amount' : 'd.amount'},
    d.since_block, d.since_log, ${withFirst ? 'first.first_block, first.first_log' : 'null, null'}${dated.columns}
  from (select (null::chain).*) c, asked a
  cross join lateral (
    select * from (
      ${standing}
      union all
      ${ended}
    ) d
    order by d.since_block, d.since_log
    limit $6
  ) d
  ${withFirst ? FIRST : ''}
  ${dated.join}
  order by since_block, since_log`;
}

/** Returns SQL for the beginning of each row of a page: `none` are the columns of the first row, which has no delegation. */
function datedSql(isSteady: boolean) {
  const begun = begunBy({ row: 'd', block: '$12::bigint' });
  const began = isSteady
    ? { columns: begun.columns, join: begun.join }
    : { columns: 'd.since_block, d.since_log, d.since_tx', join: '' };
  return {
    none: `, null::bigint as began_block, null::integer as began_log, null::bytea as began_tx, null::bigint as began_timestamp`,
    columns: ', began.since_block, began.since_log, began.since_tx, began.timestamp',
    join: `${began.join} cross join lateral (
      select p.*, (select b.timestamp from block b where b.chain_id = a.chain_id and b.number = p.since_block) as timestamp
      from (select ${began.columns}) p
    ) began`,
  };
}

const both = (direction: 'from' | 'to', since: string | null): Readonly<Record<More, string>> => ({
  plain: listSql(direction, since, 'plain'),
  first: listSql(direction, since, 'first'),
  dated: listSql(direction, since, 'dated'),
});
const LIST = { from: both('from', null), to: both('to', null) };
const LIST_STEADY = { from: both('from', '$11::bigint'), to: both('to', '$11::bigint') };
