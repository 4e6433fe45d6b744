import {
  createDelegation,
  type Delegation,
  type Grant,
  KINDS,
  type Kind,
  parseAddress,
  parseRights,
  REGISTRIES,
  REGISTRY_IDS,
  type Registry,
} from '@mandate/core';
import type { Hex } from 'viem';
import { copiedBytes, type Value } from './copy-rows.ts';

const KINDS_BY_NUMBER: ReadonlyMap<number, Kind> = new Map(
  (Object.keys(KINDS) as Kind[]).map((kind) => [KINDS[kind].ledgerNumber, kind]),
);
const REGISTRIES_BY_NUMBER: ReadonlyMap<number, Registry> = new Map(
  REGISTRY_IDS.map((id) => [REGISTRIES[id].ledgerNumber, id]),
);

const NONE = Buffer.alloc(0);

export function toBytes(hex: Hex): Buffer {
  return Buffer.from(hex.slice(2), 'hex');
}

export function toHex(bytes: Buffer): Hex {
  return `0x${bytes.toString('hex')}`;
}

/** Returns the columns that identify a row's grant. */
export function grantColumns(grant: Grant | Delegation) {
  return {
    registry: REGISTRIES[grant.registry].ledgerNumber,
    kind: KINDS[grant.kind].ledgerNumber,
    from: toBytes(grant.from),
    to: toBytes(grant.to),
    contract: 'contract' in grant ? toBytes(grant.contract) : NONE,
    tokenId: 'tokenId' in grant ? grant.tokenId.toString() : '-1',
    rights: 'rights' in grant ? toBytes(grant.rights) : NONE,
  };
}

export const GRANT_COLUMNS = 'registry, kind, from_address, to_address, contract, token_id, rights';

/** Returns the values of `GRANT_COLUMNS` for `copyRows`. */
export function copiedGrant(grant: Grant | Delegation): Value[] {
  return [
    REGISTRIES[grant.registry].ledgerNumber,
    KINDS[grant.kind].ledgerNumber,
    copiedBytes(grant.from),
    copiedBytes(grant.to),
    'contract' in grant ? copiedBytes(grant.contract) : '',
    'tokenId' in grant ? grant.tokenId : -1,
    'rights' in grant ? copiedBytes(grant.rights) : '',
  ];
}

/** Returns the columns of several grants as the parameters $2 to $8 of `standing`. */
export function grantParameters(grants: readonly Grant[]) {
  const columns = grants.map(grantColumns);
  return [
    columns.map(({ registry }) => registry),
    columns.map(({ from }) => from),
    columns.map(({ to }) => to),
    columns.map(({ kind }) => kind),
    columns.map(({ contract }) => contract),
    columns.map(({ tokenId }) => tokenId),
    columns.map(({ rights }) => rights),
  ];
}

interface Standing {
  /** Additional arrays, unnested together with those of the grants. */
  readonly more?: readonly (readonly [name: string, array: string])[];
  /** SQL for the block at which the grants stand. */
  readonly at: string;
  /** If not null: only grants that stood without interruption since that block, with their smallest amount. */
  readonly steadySince?: string;
  readonly where?: string;
}

/**
 * Selects which of the grants $2 to $8 stand on chain `c.chain_id` at a block: their rows, and `position`, the number
 * of the grant.
 *
 * The rows of one grant follow each other and never overlap, so only the newest row that had begun by a block can
 * stand at it: the last entry of `delegation_grant` that is not above the grant and the block. No other index has
 * this order, so no statistics can lead PostgreSQL to an index that reads all rows of a wallet.
 */
export function standing({ more = [], at, steadySince, where = 'true' }: Standing): string {
  const arrays = more.map(([, array]) => `, ${array}`).join('');
  const names = more.map(([name]) => `, ${name}`).join('');
  const amount = steadySince
    ? { amount: `case when ${steadySince} is null then newest.amount else steady.amount end as amount` }
    : {};
  return `
  select ${delegationColumns('newest', amount)}, newest.id, newest.chain_id,
    newest.since_block, newest.since_log, newest.since_tx, g.position
  from unnest($2::smallint[], $3::bytea[], $4::bytea[], $5::smallint[], $6::bytea[], $7::numeric[],
    $8::bytea[]${arrays}) with ordinality
    as g (registry, from_address, to_address, kind, contract, token_id, rights${names}, position)
  cross join lateral (
    select * from delegation d
    where d.chain_id = c.chain_id and d.from_address = g.from_address and d.to_address = g.to_address
      and (d.registry, d.kind, d.contract, d.token_id, d.rights, d.since_block)
        <= (g.registry, g.kind, g.contract, g.token_id, g.rights, ${at})
    order by d.registry desc, d.kind desc, d.contract desc, d.token_id desc, d.rights desc,
      d.since_block desc, d.since_log desc
    limit 1
  ) newest
  ${steadySince ? `left join lateral (${steady({ row: 'newest', since: steadySince, at })}) steady on true` : ''}
  where ${where} and (newest.registry, newest.kind, newest.contract, newest.token_id, newest.rights)
      = (g.registry, g.kind, g.contract, g.token_id, g.rights)
    and (newest.until_block is null or newest.until_block > ${at})
    ${steadySince ? `and (${steadySince} is null or steady.is_steady)` : ''}`;
}

interface Steady {
  /** The name of the row that stands at `at`. */
  readonly row: string;
  /** SQL for the first block. If it is null, nothing is read. */
  readonly since: string;
  readonly at: string;
}

/**
 * Selects one row with `is_steady` and the smallest `amount` if the grant of a row stood without interruption since a
 * block, else no row.
 *
 * The rows of a grant follow each other without a gap if each begins where the previous one ended, by block and log:
 * that is a change of the amount. A revocation leaves a gap, even if the same grant follows in the same block.
 */
export function steady({ row, since, at }: Steady): string {
  const ofGrant = rowsOfGrant(row);
  return `
    select true as is_steady, min(r.amount) as amount
    from (
      select r.amount, r.since_block <= ${since}
        or (lag(r.until_block) over in_order = r.since_block and lag(r.until_log) over in_order = r.since_log) as follows
      from (
        (select r.* ${ofGrant} and r.since_block <= ${since} order by r.since_block desc, r.since_log desc limit 1)
        union all
        (select r.* ${ofGrant} and r.since_block > ${since} and r.since_block <= ${at})
      ) r
      window in_order as (order by r.since_block, r.since_log)
    ) r
    having bool_and(coalesce(r.follows, false))`;
}

/** Returns SQL for all rows `r` of the grant that a row belongs to. */
function rowsOfGrant(row: string): string {
  const key = (table: string) =>
    ['chain_id', 'from_address', 'to_address', 'registry', 'kind', 'contract', 'token_id', 'rights']
      .map((column) => `${table}.${column}`)
      .join(', ');
  return `from delegation r where (${key('r')}) = (${key(row)})`;
}

/**
 * Returns SQL for the place where a grant began, as seen at a block: an earlier row than the given one if the amount
 * changed after the block. `columns` are `since_block`, `since_log` and `since_tx`; `join` is the join they need.
 */
export function begunBy({ row, block }: { readonly row: string; readonly block: string }) {
  const names = ['since_block', 'since_log', 'since_tx'];
  return {
    columns: names.map((name) => `coalesce(begun.${name}, ${row}.${name}) as ${name}`).join(', '),
    join: `left join lateral (select r.* ${rowsOfGrant(row)} and ${row}.since_block > ${block} and r.since_block <= ${block}
      order by r.since_block desc, r.since_log desc limit 1) begun on true`,
  };
}

export interface DelegationRow {
  readonly registry: number;
  readonly kind: number;
  readonly from_address: Buffer;
  readonly to_address: Buffer;
  readonly contract: Buffer;
  readonly token_id: bigint;
  readonly rights: Buffer;
  readonly amount: bigint | null;
}

/** Returns the columns that `readDelegation` needs, with another expression for the amount if one is given. */
export function delegationColumns(table: string, { amount = `${table}.amount` } = {}): string {
  const columns = ['registry', 'kind', 'from_address', 'to_address', 'contract', 'token_id', 'rights'];
  return `${columns.map((column) => `${table}.${column}`).join(', ')}, ${amount}`;
}

/** Gets the kind that the ledger stores under a number. */
export function kindOf(number: number): Kind {
  const kind = KINDS_BY_NUMBER.get(number);
  if (!kind)
    throw new RangeError(
      `The ledger has a row of kind ${number}, which this version does not know. Run the version that wrote it, or a later one.`,
    );
  return kind;
}

export function registryOf(number: number): Registry {
  const registry = REGISTRIES_BY_NUMBER.get(number);
  if (!registry)
    throw new RangeError(`The ledger has a row of registry ${number}, which this version does not know.`);
  return registry;
}

export function readDelegation(row: DelegationRow): Delegation {
  return createDelegation({
    registry: registryOf(row.registry),
    kind: kindOf(row.kind),
    from: parseAddress(toHex(row.from_address)),
    to: parseAddress(toHex(row.to_address)),
    contract: row.contract.length > 0 ? parseAddress(toHex(row.contract)) : null,
    tokenId: row.token_id >= 0n ? row.token_id : null,
    rights: row.rights.length > 0 ? parseRights(toHex(row.rights)) : null,
    amount: row.amount,
  });
}
