/**
 * Reads what a migration says about itself, in lines of its own:
 *
 *     -- runs with: 0018        the oldest version that runs with it, by the number of that version's newest migration
 *     -- going back: …          what is lost when such a version runs
 *     -- concurrently           its only statement builds an index beside writers, outside of a transaction
 */

export interface MigrationFile {
  readonly name: string;
  /** The first four characters of its name. A version is known by the number of its newest migration. */
  readonly number: string;
  readonly sql: string;
  /** The oldest version that runs with it. `null`: no version before it does. */
  readonly runsWith: string | null;
  /** What is lost when such a version runs with it. */
  readonly warnings: readonly string[];
  /** The index that its only statement builds outside of a transaction. `null` for any other migration. */
  readonly index: string | null;
}

const RUNS_WITH = /^-- runs with: (\d{4})$/m;
const WARNING = /^-- going back: (.+)$/gm;
const CONCURRENTLY = /^-- concurrently$/m;
const INDEX = /^create (?:unique )?index concurrently if not exists (\w+) [^;]+;\s*$/;

export function readMigrationFile(name: string, sql: string): MigrationFile {
  return {
    name,
    number: name.slice(0, 4),
    sql,
    runsWith: RUNS_WITH.exec(sql)?.[1] ?? null,
    warnings: [...sql.matchAll(WARNING)].map(([, warning = '']) => warning),
    index: CONCURRENTLY.test(sql) ? findIndex(name, sql) : null,
  };
}

function findIndex(name: string, sql: string): string {
  const [, index] = INDEX.exec(sql.replaceAll(/^--.*\n/gm, '').trim()) ?? [];
  if (index) return index;
  throw new Error(
    `${name} says "concurrently": it has to be one statement, "create index concurrently if not exists …;".`,
  );
}
