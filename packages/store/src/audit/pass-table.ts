/** All SQL of the table `audit_passes`. */
import { ask, type Database } from '../database/database.ts';

/** A pass over a chain that has not ended. */
export interface AuditPass {
  readonly id: number;
  readonly chainId: number;
  readonly startedAt: Date;
  /** Logs are read up to this block. */
  readonly untilBlock: number;
  readonly scannedBlock: number;
  readonly provedBlock: number | null;
  /** The place of the last proved grant. `null` if there is none yet. */
  readonly afterGrant: GrantPlace | null;
  readonly proved: boolean;
  readonly rows: number;
  readonly rowsScanned: number;
  readonly rowsProved: number;
  readonly questions: number;
  readonly calls: number;
  readonly reported: number;
  readonly differences: number;
}

export interface FinishedPass extends AuditPass {
  readonly finishedAt: Date;
}

/** The place of a grant in the order of `delegation_grant`: from, to, registry, kind, contract, token id, rights. */
export type GrantPlace = readonly [string, string, number, number, string, string, string];

/** Counts that are added to a pass. */
export interface PassCounts {
  readonly rowsScanned?: number;
  readonly rowsProved?: number;
  readonly questions?: number;
  readonly calls?: number;
  readonly reported?: number;
  readonly differences?: number;
}

/** How far a half has come. */
export type PassProgress =
  | { readonly half: 'logs'; readonly scannedBlock: number }
  | { readonly half: 'storage'; readonly provedBlock: number; readonly afterGrant: GrantPlace | null };

const COLUMNS = `id, chain_id as "chainId", started_at as "startedAt", finished_at as "finishedAt", until_block as "untilBlock",
  scanned_block as "scannedBlock", proved_block as "provedBlock", after_grant as "afterGrant", proved, rows,
  rows_scanned as "rowsScanned", rows_proved as "rowsProved", questions, calls, reported, differences`;

export function createPassTable(database: Database) {
  /** Finds the pass to continue. A pass over a ledger that was removed since is not continued. */
  async function findOpen(chainId: number): Promise<AuditPass | null> {
    const [pass] = await ask<AuditPass & { finishedAt: null }>(database, {
      text: `select ${COLUMNS} from audit_passes
        where of_chain = $1 and finished_at is null
        order by id desc limit 1`,
      values: [chainId],
    });
    return pass ?? null;
  }

  /** Starts a pass over the ledger as it is. */
  async function start(chainId: number, untilBlock: number): Promise<AuditPass> {
    await ask(database, {
      text: `insert into audit_passes (chain_id, of_chain, until_block, scanned_block, rows)
        select chain_id, chain_id, $2, -1, (select count(*) from delegation d where d.chain_id = $1) from chain where chain_id = $1`,
      values: [chainId, untilBlock],
    });
    const pass = await findOpen(chainId);
    if (!pass) throw new Error(`Chain ${chainId} was removed from the ledger. Start its indexer first.`);
    return pass;
  }

  /** Adds to a pass's counts, and moves one of its halves. */
  async function advance(id: number, progress: PassProgress | null, counts: PassCounts): Promise<void> {
    const logs = progress?.half === 'logs' ? progress : null;
    const storage = progress?.half === 'storage' ? progress : null;
    await ask(database, {
      text: `update audit_passes set updated_at = now(), scanned_block = coalesce($2, scanned_block),
          proved_block = greatest(proved_block, $3), after_grant = coalesce($4::jsonb, after_grant), proved = proved or $5,
          rows_scanned = rows_scanned + $6, rows_proved = rows_proved + $7, questions = questions + $8,
          calls = calls + $9, reported = reported + $10, differences = differences + $11
        where id = $1`,
      values: [
        id,
        logs?.scannedBlock ?? null,
        storage?.provedBlock ?? null,
        storage?.afterGrant ? JSON.stringify(storage.afterGrant) : null,
        storage !== null && storage.afterGrant === null,
        counts.rowsScanned ?? 0,
        counts.rowsProved ?? 0,
        counts.questions ?? 0,
        counts.calls ?? 0,
        counts.reported ?? 0,
        counts.differences ?? 0,
      ],
    });
  }

  async function finish(id: number): Promise<void> {
    await ask(database, {
      text: 'update audit_passes set finished_at = now(), updated_at = now() where id = $1',
      values: [id],
    });
  }

  /** Returns the newest finished pass of the present ledger, and the counts of all passes. */
  async function summarize(chainId: number) {
    const [last] = await ask<FinishedPass & Record<string, unknown>>(database, {
      text: `select ${COLUMNS} from audit_passes
        where of_chain = $1 and finished_at is not null
        order by id desc limit 1`,
      values: [chainId],
    });
    const [totals] = await ask<{ questions: number; passes: number; calls: number }>(database, {
      text: `select coalesce(sum(questions), 0)::bigint as questions, coalesce(sum(calls), 0)::bigint as calls,
          count(*) filter (where finished_at is not null) as passes
        from audit_passes where chain_id = $1`,
      values: [chainId],
    });
    return {
      last: (last as FinishedPass | undefined) ?? null,
      totals: totals ?? { questions: 0, passes: 0, calls: 0 },
    };
  }

  /** Returns how long ago an auditor last worked on each chain, in seconds. Chains that none has worked on are missing. */
  async function readIdleSeconds(): Promise<ReadonlyMap<number, number>> {
    const rows = await ask<{ chainId: number; idle: number }>(database, {
      text: `select chain_id as "chainId", greatest(0, extract(epoch from now() - max(updated_at)))::float8 as idle
        from audit_passes group by chain_id`,
    });
    return new Map(rows.map(({ chainId, idle }) => [chainId, idle]));
  }

  /** Lists the passes that finished between two times, oldest first. */
  async function listFinished(chainId: number, since: Date, until: Date): Promise<FinishedPass[]> {
    return ask<FinishedPass & Record<string, unknown>>(database, {
      text: `select ${COLUMNS} from audit_passes
        where chain_id = $1 and finished_at >= $2 and finished_at < $3 order by id`,
      values: [chainId, since, until],
    });
  }

  /** Returns when the oldest block with events above a block was made, in seconds since 1970. `null` if there is none. */
  async function findOldestAfter(chainId: number, block: number): Promise<number | null> {
    const [oldest] = await ask<{ timestamp: number }>(database, {
      text: `select timestamp from block where chain_id = $1 and number > $2 and eventful order by number limit 1`,
      values: [chainId, block],
    });
    return oldest?.timestamp ?? null;
  }

  return { findOpen, start, advance, finish, summarize, readIdleSeconds, listFinished, findOldestAfter };
}
