/** Creates a database for each test, and ledgers in it, on the server of `TEST_DATABASE_URL` or of this machine. */
import { createHash, randomBytes } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { readdirSync, readFileSync } from 'node:fs';
import {
  check,
  createDelegation,
  type Delegation,
  type DelegationFields,
  FULL_RIGHTS,
  grantOf,
  identify,
  parseAddress,
  type Question,
} from '@mandate/core';
import type { Begun, End, LogEnd, Reader } from '@mandate/store';
import { type Batch, connect, createReader, createWriter, type Database, migrate } from '@mandate/store';
import { DATABASES } from './database-channel.ts';

const SERVER = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const MIGRATIONS = new URL('../../../store/migrations/', import.meta.url);
/** Draws again what migrations draw: a copy is another ledger than its template. */
const DRAW_IDENTITY = `
  update cursor_secret set secret = sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea);
  update ledger set id = gen_random_uuid()`;
/** Processes that need the template at the same time take turns on this lock. */
const TEMPLATE_LOCK = 0x6d616e65;

export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  drop(): Promise<void>;
}

export async function createTestDatabase({ migrated = true, server = SERVER } = {}): Promise<TestDatabase> {
  const name = createName();
  await onServer(server, async (connection) => {
    const template = migrated ? await getTemplate(connection, server) : 'template1';
    // Copying its files takes two thirds of the processor time of copying its pages through the log.
    await connection.query(`create database ${name} template ${template} strategy file_copy`);
  });
  channel(DATABASES).publish({ name });
  const url = urlOf(server, name);
  const database = connect({ url });
  if (migrated) await database.query(DRAW_IDENTITY);
  return {
    url,
    database,
    async drop() {
      await database.end();
      await onServer(server, (connection) => connection.query(`drop database ${name} with (force)`));
    },
  };
}

/**
 * Returns the name of a database with our tables, which others are copied from: a copy takes a third of the time that
 * the migrations take. It stays on the server, one for each state of the migrations.
 */
async function getTemplate(connection: Database, server: string): Promise<string> {
  const template = `mandate_template_${hashMigrations()}`;
  const exists = 'select from pg_database where datname = $1';
  if ((await connection.query(exists, [template])).rowCount) return template;
  await connection.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  if ((await connection.query(exists, [template])).rowCount) return template;
  const name = createName();
  await connection.query(`create database ${name}`);
  const database = connect({ url: urlOf(server, name), maxConnections: 1 });
  await migrate(database).finally(() => database.end());
  // It gets its name when it is complete.
  await connection.query(`alter database ${name} rename to ${template}`);
  return template;
}

function hashMigrations(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS).toSorted()) hash.update(readFileSync(new URL(name, MIGRATIONS)));
  return hash.digest('hex').slice(0, 16);
}

const createName = () => `mandate_test_${randomBytes(8).toString('hex')}`;

function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Uses one session, which keeps its locks until `use` is done. */
async function onServer(url: string, use: (connection: Database) => Promise<unknown>): Promise<void> {
  const connection = connect({ url, maxConnections: 1 });
  try {
    await use(connection);
  } finally {
    await connection.end();
  }
}

const address = (end: string) => parseAddress(`0x${end.padStart(40, '0')}`);
export const wallets = { vault: address('aa'), hot: address('bb'), other: address('cc') };

/**
 * Creates an ERC-20 delegation from vault to hot, unless `fields` differ. `name` is the end of its contract's
 * address.
 */
export const delegate = (name: string, fields: Partial<DelegationFields> = {}) =>
  createDelegation({
    registry: 'v2',
    kind: 'erc20',
    from: wallets.vault,
    to: wallets.hot,
    contract: address(name),
    rights: FULL_RIGHTS,
    amount: 1n,
    ...fields,
  });

const hash = (n: number, fork: string) => `0x${fork}${n.toString(16).padStart(63, '0')}` as const;

export const block = (n: number, fork = 'a') => ({
  number: n,
  hash: hash(n, fork),
  timestamp: 1_700_000_000 + n,
});

export const at = (block: number, log = 0, inferred = false): End => {
  return { block, log, inferred, tx: hash(block, 'f') };
};

/** Creates a row of a history: a delegation that stands from a block, until another block or for good. */
export const row = (delegation: Delegation, since: End, until: End | null = null): Begun => {
  return { delegation, since, until };
};

/** Lists the blocks in which rows begin or end. */
function listEventful({ begun, ended }: Pick<Batch, 'begun' | 'ended'>): number[] {
  const ends = [...begun, ...ended].flatMap(({ until }) => (until ? [until.block] : []));
  return [...new Set([...begun.map(({ since }) => since.block), ...ends])];
}

export async function getLogEnd(reader: Pick<Reader, 'listLogEnds'>, chainId: number): Promise<LogEnd> {
  const end = (await reader.listLogEnds()).find((each) => each.chainId === chainId);
  if (!end) throw new Error(`Chain ${chainId} has no log.`);
  return end;
}

/** Creates ledgers of chains that begin at block 0, written as the indexer would. */
export function createTestLedger(database: Database) {
  const writer = createWriter(database);
  const reader = createReader(database);
  let chains = 0;

  /** Opens a chain at block 0: the next one, unless one is given. */
  async function openChain(chainId = ++chains): Promise<number> {
    await writer.open(chainId, block(0), { head: 0, safe: 0, finalized: 0 });
    return chainId;
  }

  async function getCheckpoint(chainId: number) {
    const checkpoint = await writer.findCheckpoint(chainId);
    if (!checkpoint) throw new Error(`Chain ${chainId} is not open.`);
    return checkpoint;
  }

  /** Creates a batch of the blocks from the checkpoint up to `last`, without events unless `batch` has some. */
  async function createBatch(chainId: number, last: number, batch: Partial<Batch> = {}): Promise<Batch> {
    const { block: parent, finalized } = await getCheckpoint(chainId);
    const between = Math.max(0, last - parent.number - 1);
    const replaceable = Array.from({ length: between }, (_, i) => block(parent.number + 1 + i));
    const marks = { head: last, safe: last, finalized };
    const made = { block: block(last), replaceable, begun: [], ended: [], uncertain: [], ...batch };
    const numbers = new Set(listEventful(made));
    const eventful = [...made.replaceable, made.block].filter(({ number }) => numbers.has(number));
    return { parent, eventful, marks, state: 'following', ...made };
  }

  /** Taints the chain, like the indexer when a chain replaces final blocks. */
  async function taint(chainId: number, reason: string): Promise<void> {
    await writer.taint(chainId, (await getCheckpoint(chainId)).block, reason);
  }

  /** Commits the part of a history in the blocks from the checkpoint up to `last`. */
  async function write(chainId: number, last: number, ...history: Begun[]): Promise<void> {
    const { number: parent } = (await getCheckpoint(chainId)).block;
    const isNew = (at: { block: number } | null) => at !== null && at.block > parent && at.block <= last;
    const ending = history.filter(({ since, until }) => since.block <= parent && isNew(until));
    const grants = ending.map(({ delegation }) => grantOf(delegation));
    const live = await writer.listLive(chainId, grants, []);
    const ended = ending.flatMap(({ delegation, until }) => {
      const standing = live.find((row) => identify(row.delegation) === identify(delegation));
      return standing && until ? [{ ...standing, until }] : [];
    });
    const begun = history
      .filter(({ since }) => isNew(since))
      .map(({ until, ...begins }) => ({ ...begins, until: isNew(until) ? until : null }));
    await writer.commit(chainId, await createBatch(chainId, last, { begun, ended }));
  }

  /** Reads everything that is stored for a chain, except its id, row ids and times of writing. */
  async function readAll(chainId: number) {
    const select = (columns: string, table: string) =>
      database.query(`select ${columns} from ${table} where chain_id = $1 order by 1, 2`, [chainId]);
    const { heartbeat: _, chainId: __, rewinds: ___, ...checkpoint } = await getCheckpoint(chainId);
    const row = "since_block, since_log, to_jsonb(delegation) - '{id,chain_id}'::text[] as row";
    const { rows } = await select(row, 'delegation');
    const { rows: blocks } = await select('number, hash, timestamp', 'block');
    return { checkpoint, rows: rows.map(({ row }) => row), blocks };
  }

  /** Answers a check, now or at past blocks. */
  const ask = (chainId: number, question: Question, ...blocks: (number | undefined)[]) =>
    Promise.all(
      blocks.map(async (atBlock) => {
        const { found } = (await reader.findSatisfying(chainId, question, atBlock)) ?? { found: [] };
        return check(question, (grant) => found.find((d) => identify(d) === identify(grant)));
      }),
    );

  return { writer, reader, openChain, createBatch, write, taint, readAll, ask };
}
