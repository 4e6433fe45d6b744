/** A very large ledger for writes, with all tables as large as in an indexed one. */
import { createDelegation, type Delegation, FULL_RIGHTS, listKinds, parseAddress } from '@mandate/core';
import { type Block, connect, createWriter, type Database, type Writer } from '@mandate/store';
import { createTestDatabase } from '@mandate/testing/database';
import { fillLedger } from '@mandate/testing/many-rows';

export const CHAIN_ID = 1;
const ROWS_PER_BLOCK = 2;
const LIFETIME_BLOCKS = 1_000;
/** Every 11th row has ended. */
const ENDED = 11;
const KINDS = listKinds('v2');
/** Neighbours in the table are far apart in the wallet indexes, as with real addresses. */
const [FROM_STEP, TO_STEP] = [48_271, 69_621];

export interface WrittenLedger {
  readonly rows: number;
  readonly database: Database;
  readonly writer: Writer;
  readonly fillSeconds: number;
  readonly sizeBytes: number;
  drop(): Promise<void>;
}

/** The number of wallets and contracts in a ledger with this many rows. */
export const walletsOf = (rows: number) => Math.ceil(rows / 2);
export const contractsOf = (rows: number) => Math.ceil(rows / 50);

/** Rows are numbered from 1. A row that has ended can be granted again but not revoked. */
export const hasEnded = (n: number) => n % ENDED === 0;

export const numbered = (side: 'aa' | 'bb' | 'cc', n: number) =>
  parseAddress(`0x${side}${n.toString(16).padStart(38, '0')}`);

export const hashOf = (n: number, fork = 0): Block['hash'] =>
  `0x${fork.toString(16).padStart(8, '0')}${n.toString(16).padStart(56, '0')}`;

export const blockOf = (n: number, fork = 0): Block => ({
  number: n,
  hash: hashOf(n, fork),
  timestamp: 1_700_000_000 + n,
});

/** Returns the nth row. */
export function delegationOf(rows: number, n: number): Delegation {
  const [wallets, thing] = [walletsOf(rows), n % contractsOf(rows)];
  return createDelegation({
    registry: 'v2',
    kind: KINDS[n % KINDS.length] ?? 'all',
    from: numbered('aa', (n * FROM_STEP) % wallets),
    to: numbered('bb', (n * TO_STEP + Math.floor(n / wallets)) % wallets),
    contract: numbered('cc', thing),
    tokenId: BigInt(thing),
    rights: FULL_RIGHTS,
    amount: BigInt(Math.ceil(n / ROWS_PER_BLOCK)),
  });
}

const lastBlockOf = (rows: number) => Math.ceil(rows / ROWS_PER_BLOCK) + LIFETIME_BLOCKS + 1;

const rowsOf = (rows: number) => `
  select ${CHAIN_ID} as chain_id, 2 as registry, (array[1, 2, 4, 5, 6])[1 + n % 5] as kind,
    n * ${FROM_STEP} % ${walletsOf(rows)} as "from",
    (n * ${TO_STEP} + n / ${walletsOf(rows)}) % ${walletsOf(rows)} as "to",
    n % ${contractsOf(rows)} as thing, '' as rights, since,
    case when n % ${ENDED} = 0 then since + ${LIFETIME_BLOCKS} end as until
  from generate_series(1, ${rows}::bigint) n,
    lateral (select (n + ${ROWS_PER_BLOCK - 1}) / ${ROWS_PER_BLOCK} as since) s`;

/** The other tables of the indexer: blocks and the log of changes. */
const BESIDE = `
  insert into block (chain_id, number, hash, timestamp, anchor, eventful)
  select c.chain_id, n, decode(lpad(to_hex(n), 64, '0'), 'hex'), 1700000000 + n, false, true
  from chain c, generate_series(1, c.block_number - 1) n;
  insert into change (chain_id, number, type, undone, registry, kind, from_address, to_address, contract, token_id,
    rights, amount, block, log, tx, timestamp)
  select chain_id, row_number() over (order by block, type desc), type, false, registry, kind, from_address, to_address,
    contract, token_id, rights, amount, block, log, tx, 1700000000 + block
  from (
    select d.*, 1 as type, since_block as block, since_log as log, since_tx as tx from delegation d
    union all
    select d.*, 3, until_block, until_log, until_tx from delegation d where until_block is not null
  ) h;
  update chain set changes = (select count(*) from change), dated_from = 0, state = 'following'`;

export async function createWrittenLedger(rows: number, server?: string): Promise<WrittenLedger> {
  const startedAt = performance.now();
  const made = await createTestDatabase(server ? { server } : {});
  const block = blockOf(lastBlockOf(rows));
  const marks = { head: block.number, safe: block.number, finalized: block.number };
  await createWriter(made.database).open(CHAIN_ID, block, marks);
  await fillLedger(made.database, rowsOf(rows), { logged: true });
  await made.database.query(BESIDE);
  await made.database.query('vacuum analyze block, change, chain');
  const { rows: sizes } = await made.database.query<{ bytes: number }>(
    'select pg_database_size(current_database()) as bytes',
  );
  // Uses one connection like the indexer: a chain writes one thing at a time.
  const database = connect({ url: made.url, maxConnections: 1 });
  return {
    rows,
    database,
    writer: createWriter(database),
    fillSeconds: (performance.now() - startedAt) / 1000,
    sizeBytes: sizes[0]?.bytes ?? 0,
    async drop() {
      await database.end();
      await made.drop();
    },
  };
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
