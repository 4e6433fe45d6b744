/** Measures what PostgreSQL actually reads for the store's statements. For tests. */
import type { PoolClient, Submittable } from 'pg';
import type { Database } from '../../database/database.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export type Use = (database: Database) => Promise<unknown>;

/** Lists the statements that a use of the store sends. The changes are rolled back. */
export async function listStatements(database: Database, use: Use): Promise<Statement[]> {
  const seen: Statement[] = [];
  const connection = await database.connect();
  const query = (asked: string | Statement | Submittable, values: readonly unknown[] = []) => {
    // A COPY reads no rows.
    if (typeof asked === 'object' && 'submit' in asked) return connection.query(asked);
    const statement = typeof asked === 'string' ? { text: asked, values } : asked;
    seen.push(statement);
    return connection.query(statement.text === 'commit' ? 'rollback' : statement.text, [...statement.values]);
  };
  try {
    const client = { query, on() {}, off() {}, release() {} };
    await use({ query, connect: async () => client } as unknown as Database);
  } finally {
    connection.release();
  }
  return seen.filter(({ text }) => /\b(block|chain|delegation)\b/.test(text));
}

/** A custom plan is made for the given values, a generic one for any values: the store uses generic plans. */
export const MODES = ['custom', 'generic'] as const;

export async function explain(database: Database, { text, values }: Statement, mode: (typeof MODES)[number]) {
  const connection = await database.connect();
  try {
    await connection.query(`begin; set local plan_cache_mode = force_${mode}_plan; prepare asked as ${text}`);
    const before = await countRead(connection);
    const { rows } = await connection.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) execute asked(${values.map(literal).join(', ')})`,
    );
    const read = (await countRead(connection)) - before;
    const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
    const buffers = Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks']);
    const expected = Math.max(
      ...Array.from(JSON.stringify(plan).matchAll(/"Plan Rows":(\d+)/g), ([, count]) => Number(count)),
    );
    return { mode, paths: listPaths(JSON.stringify(plan)), read, buffers, expected };
  } finally {
    connection.release(true);
  }
}

/** Lists the indexes that a plan uses to read delegations, or "Seq Scan" if it uses none. */
function listPaths(plan: string): string[] {
  const path = /"Index Name":"(delegation\w*)"|"Node Type":"(Seq Scan)"[^{}]*"Relation Name":"delegation"/g;
  return [...new Set(Array.from(plan.matchAll(path), ([, index, scan]) => index ?? scan ?? ''))].toSorted();
}

/** Counts the rows of the table that were read, whether or not a filter accepted them. */
async function countRead(connection: PoolClient): Promise<number> {
  const { rows } = await connection.query<{ read: number }>(
    `select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'delegation'`,
  );
  return rows[0]?.read ?? 0;
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (!Array.isArray(value)) return `'${value}'`;
  return `'{${value.map((v) => (Buffer.isBuffer(v) ? `"\\\\x${v.toString('hex')}"` : String(v))).join(',')}}'`;
}
