/** A ledger that grows, is reorganized, repaired and restored from a backup, and the log that it leads to. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Address, parseAddress } from '@mandate/core';
import { type Begun, connect, type Database, migrate } from '@mandate/store';
import { at, block, createTestLedger, delegate, row } from '@mandate/testing/ledger/database';
import type { Postgres } from '@mandate/testing/process/postgres-server';

const NAME = 'ledger';
const BACKUP = 'backup';
const SAFE_DEPTH = 5;
export const MAX_REORG = 3;
/** A restored database is in use for so long before it is known to have lost data. */
const NOTICED_AFTER_MS = 300;
const AFTER_LOSS = readFileSync(new URL('../../../deploy/backup/after-loss.sql', import.meta.url), 'utf8');

export const addressOf = (number: number): Address =>
  parseAddress(`0x${number.toString(16).padStart(40, '0')}`);

/** An entry of a log, as an endpoint should be sent it. */
export interface Entry {
  readonly id: string;
  readonly chainId: number;
  readonly vault: Address;
  readonly contract: Address;
  readonly undone: boolean;
}

/** A log that went on under another identity. */
interface Reset {
  readonly chainId: number;
  /** The wallet whose history was rewritten. `null`: all may have been. */
  readonly vault: Address | null;
  /** Before it happened. */
  readonly atMs: number;
}

interface Height {
  block: number;
  rows: Begun[];
}

export type PlayedLedger = Awaited<ReturnType<typeof playLedger>>;

export async function playLedger(postgres: Pick<Postgres, 'url'>, chainIds: readonly number[]) {
  const url = postgres.url.replace(/\/[^/]*$/, `/${NAME}`);
  const server = connect({ url: postgres.url, maxConnections: 1 });
  await server.query(`create database ${NAME}`);
  const database: Database = connect({ url });
  await migrate(database);
  const ledger = createTestLedger(database);
  const { writer } = ledger;
  let heights = new Map<number, Height>();
  let kept = heights;
  /** When each contract was first granted. */
  const writtenMs = new Map<string, number>();
  const history = createHistory(database);
  for (const chainId of chainIds) {
    await ledger.openChain(chainId);
    heights.set(chainId, { block: 0, rows: [] });
  }
  const heightOf = (chainId: number): Height => heights.get(chainId) ?? { block: 0, rows: [] };

  async function grow(
    chainId: number,
    grants: readonly { readonly vault: Address; readonly contract: Address }[],
  ) {
    const height = heightOf(chainId);
    const number = height.block + 1;
    const begun = grants.map(({ vault: from, contract }, log) =>
      row(delegate('0', { from, contract }), at(number, log)),
    );
    const batch = await ledger.createBatch(chainId, number, { begun });
    const safe = Math.max(0, number - SAFE_DEPTH);
    await writer.commit(chainId, { ...batch, marks: { head: number, safe, finalized: 0 } });
    height.block = number;
    height.rows.push(...begun);
    for (const { contract } of grants) writtenMs.set(contract, Date.now());
  }

  async function rewind(chainId: number, blocks: number): Promise<void> {
    const height = heightOf(chainId);
    const to = Math.max(0, height.block - blocks);
    await writer.rewind(chainId, block(height.block), block(to));
    height.block = to;
    height.rows = height.rows.filter(({ since }) => since.block <= to);
  }

  /** Finds that the ledger has a row that the chain does not have. */
  async function repair(chainId: number): Promise<void> {
    const height = heightOf(chainId);
    const wrong = height.rows.at(-1);
    if (!wrong) return;
    height.rows = height.rows.filter((each) => each !== wrong);
    const vault = wrong.delegation.from;
    await history.note([{ chainId, vault }]);
    const rows = height.rows.filter(({ delegation }) => delegation.from === vault);
    const eventful = [...new Set(rows.map(({ since }) => since.block))].map((number) => block(number));
    await writer.repair(chainId, { vaults: [vault], rows, eventful, block: block(height.block) });
  }

  const copyHeights = () =>
    new Map([...heights].map(([chainId, height]) => [chainId, { ...height, rows: [...height.rows] }]));

  return {
    ...{ url, database, grow, rewind, repair, writtenMs, history },
    listLog: () => listLog(database),
    async backUp(): Promise<void> {
      kept = copyHeights();
      await server.query(`drop database if exists ${BACKUP}`);
      await withoutConnections(server, async () => {
        await server.query(`create database ${BACKUP} template ${NAME}`);
      });
    },
    /** Everything since the backup is lost. */
    async restore(): Promise<void> {
      await history.note(chainIds.map((chainId) => ({ chainId, vault: null })));
      await withoutConnections(server, async () => {
        await server.query(`drop database ${NAME} with (force)`);
        await server.query(`create database ${NAME} template ${BACKUP}`);
      });
      heights = kept;
      kept = copyHeights();
      // Workers write the places of the lost log meanwhile.
      await delay(NOTICED_AFTER_MS);
      await database.query(AFTER_LOSS);
    },
    async close(): Promise<void> {
      await Promise.all([database.end(), server.end()]);
    },
  };
}

/** Remembers what the log had before it was reset. */
function createHistory(database: Database) {
  const resets: Reset[] = [];
  /** By the id of an entry: the number of resets before it was noted. */
  const ever = new Map<string, number>();
  return {
    resets: resets as readonly Reset[],
    ever: ever as ReadonlyMap<string, number>,
    async note(next: readonly Pick<Reset, 'chainId' | 'vault'>[]): Promise<void> {
      for (const { id } of await listLog(database)) if (!ever.has(id)) ever.set(id, resets.length);
      resets.push(...next.map((each) => ({ ...each, atMs: Date.now() })));
    },
  };
}

async function listLog(database: Database): Promise<Entry[]> {
  const { rows } = await database.query<{
    id: string;
    chain_id: number;
    vault: string;
    contract: string;
    undone: boolean;
  }>(
    `select chain_id || '-' || stamp as id, chain_id, '0x' || encode(from_address, 'hex') as vault,
       '0x' || encode(contract, 'hex') as contract, undone from change order by chain_id, number`,
  );
  return rows.map(({ chain_id: chainId, vault, contract, ...entry }) => ({
    ...{ ...entry, chainId, vault: parseAddress(vault), contract: parseAddress(contract) },
  }));
}

/** Nobody can connect meanwhile, as when a server is replaced. */
async function withoutConnections(server: Database, work: () => Promise<void>): Promise<void> {
  await server.query(`alter database ${NAME} allow_connections false`);
  await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [NAME]);
  await work();
  await server.query(`alter database ${NAME} allow_connections true`);
}
