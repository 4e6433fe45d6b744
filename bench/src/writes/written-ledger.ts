/** A very large ledger for writes that can grow, with all tables as large as in an indexed one. */
import { createDelegation, type Delegation, FULL_RIGHTS, listKinds, parseAddress } from '@mandate/core';
import { type Block, connect, createWriter, type Database, type Writer } from '@mandate/store';
import { createTestDatabase } from '@mandate/testing/ledger/database';
import { fillLedger } from '@mandate/testing/ledger/many-rows';
import { readSize } from '../ledger.ts';
import { address, scatter, scatterSql } from '../serving/data.ts';

export const CHAIN_ID = 1;
const ROWS_PER_BLOCK = 2;
const LIFETIME_BLOCKS = 1_000;
const ROWS_PER_CONTRACT = 50;
/** Every 11th row has ended. */
const ENDED = 11;
const KINDS = listKinds('v2');

export interface WrittenLedger {
  readonly rows: number;
  readonly url: string;
  readonly database: Database;
  readonly writer: Writer;
  readonly fillSeconds: number;
  readonly sizeBytes: number;
  drop(): Promise<void>;
}

/** Rows are numbered from 1. A row that has ended can be granted again but not revoked. */
export const hasEnded = (n: number) => n % ENDED === 0;

/**
 * The wallets and the contract of the nth row, which are the same in a ledger of any size. A wallet has one or two rows
 * on each side, far apart in the table.
 */
export const granterOf = (n: number) => numbered('aa', n % 2 === 0 ? n / 2 : n);
export const granteeOf = (n: number) => numbered('bb', n % 3 === 0 ? n / 3 : n);
const thingOf = (n: number) => scatter(Math.floor(n / ROWS_PER_CONTRACT));
export const contractOf = (n: number) => parseAddress(address('cc', thingOf(n)));

/** Neighbours are far apart in the wallet indexes, as with real addresses. */
const numbered = (side: 'aa' | 'bb', n: number) => parseAddress(address(side, scatter(n)));

export const hashOf = (n: number, fork = 0): Block['hash'] =>
  `0x${fork.toString(16).padStart(8, '0')}${n.toString(16).padStart(56, '0')}`;

export const blockOf = (n: number, fork = 0): Block => ({
  number: n,
  hash: hashOf(n, fork),
  timestamp: 1_700_000_000 + n,
});

/** Returns the nth row, with the amount that it has in a ledger that was filled at once. */
export function delegationOf(n: number): Delegation {
  return createDelegation({
    registry: 'v2',
    kind: KINDS[n % KINDS.length] ?? 'all',
    from: granterOf(n),
    to: granteeOf(n),
    contract: contractOf(n),
    tokenId: BigInt(thingOf(n)),
    rights: FULL_RIGHTS,
    amount: BigInt(Math.ceil(n / ROWS_PER_BLOCK)),
  });
}

interface Growth {
  /** The rows that are there. */
  readonly from: number;
  readonly to: number;
  /** The block that the ledger is true for before. */
  readonly base: number;
}

const rowsOf = ({ from, to, base }: Growth) => `
  select ${CHAIN_ID} as chain_id, 2 as registry, (array[1, 2, 4, 5, 6])[1 + n % 5] as kind,
    ${scatterSql('case when n % 2 = 0 then n / 2 else n end')} as "from",
    ${scatterSql('case when n % 3 = 0 then n / 3 else n end')} as "to",
    ${scatterSql(`(n / ${ROWS_PER_CONTRACT})`)} as thing, '' as rights, since,
    case when n % ${ENDED} = 0 then since + ${LIFETIME_BLOCKS} end as until
  from generate_series(${from + 1}::bigint, ${to}) n,
    lateral (select ${base} + (n - ${from} + ${ROWS_PER_BLOCK - 1}) / ${ROWS_PER_BLOCK} as since) s`;

/** The other tables of the indexer: blocks, the log of changes and the checkpoint. */
const besideOf = (base: number, last: number) => `
  insert into block (chain_id, number, hash, timestamp, anchor, eventful)
  select ${CHAIN_ID}, n, decode(lpad(to_hex(n), 64, '0'), 'hex'), 1700000000 + n, false, true
  from generate_series(${base + 1}::bigint, ${last}) n;
  insert into change (chain_id, number, type, undone, registry, kind, from_address, to_address, contract, token_id,
    rights, amount, block, log, tx, timestamp)
  select h.chain_id, c.changes + row_number() over (order by block, type desc), type, false, registry, kind, from_address,
    to_address, contract, token_id, rights, amount, block, log, tx, 1700000000 + block
  from (
    select d.*, 1 as type, since_block as block, since_log as log, since_tx as tx from delegation d
    where since_block > ${base}
    union all
    select d.*, 3, until_block, until_log, until_tx from delegation d where until_block is not null and since_block > ${base}
  ) h join chain c using (chain_id);
  update chain set changes = (select max(number) from change), state = 'following', block_number = b.number,
    block_hash = b.hash, block_timestamp = b.timestamp, head_number = b.number, safe_number = b.number,
    finalized_number = b.number
  from block b where b.number = ${last}`;

export async function createWrittenLedger(rows: number, server?: string): Promise<WrittenLedger> {
  const made = await createTestDatabase(server ? { server } : {});
  await createWriter(made.database).open(CHAIN_ID, blockOf(0), { head: 0, safe: 0, finalized: 0 });
  // Uses one connection like the indexer: a chain writes one thing at a time.
  const database = connect({ url: made.url, maxConnections: 1 });
  const empty: WrittenLedger = {
    rows: 0,
    url: made.url,
    database,
    writer: createWriter(database),
    fillSeconds: 0,
    sizeBytes: 0,
    async drop() {
      await database.end();
      await made.drop();
    },
  };
  return growLedger(empty, rows);
}

/** Adds rows until there are this many, in blocks after the checkpoint. */
export async function growLedger(ledger: WrittenLedger, rows: number): Promise<WrittenLedger> {
  const { rows: from, database, writer } = ledger;
  const startedAt = performance.now();
  const base = (await writer.findCheckpoint(CHAIN_ID))?.block.number ?? 0;
  const last = base + Math.ceil((rows - from) / ROWS_PER_BLOCK) + LIFETIME_BLOCKS;
  await fillLedger(database, rowsOf({ from, to: rows, base }), { logged: true });
  await database.query(besideOf(base, last));
  await database.query('vacuum analyze block, change, chain');
  const fillSeconds = (performance.now() - startedAt) / 1000;
  return { ...ledger, rows, fillSeconds, sizeBytes: await readSize(database) };
}

/**
 * Puts the database into the state of normal use: as much as possible in memory, and everything flushed to
 * disk.
 */
export async function warm(database: Database): Promise<void> {
  await database.query('create extension if not exists pg_prewarm');
  await database.query(
    `select pg_prewarm(oid) from pg_class where relname like 'delegation%' and relkind in ('r', 'i')`,
  );
  await database.query('checkpoint');
}
