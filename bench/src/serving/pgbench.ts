/** Measures PostgreSQL alone with the same checks, asked by a C program that ignores the answers. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createReader, type Database, type Reader } from '@mandate/store';
import { createFolder } from '../folder.ts';
import type { Ledger } from '../ledger.ts';
import { address, countPairs, MIX_LENGTH, scatterSql } from './data.ts';
import type { CheckQuestion } from './questions.ts';

const CLIENTS = 8;
const run = promisify(execFile);

/** Returns the transactions in a second. */
export async function runPgbench(
  { url, rows }: Ledger,
  question: CheckQuestion,
  seconds: number,
): Promise<number> {
  const folder = createFolder('pgbench');
  const script = join(folder.path, 'script.sql');
  writeFileSync(script, await writeScript(question, rows));
  const flags = `-n -M prepared -c ${CLIENTS} -j 1 -T ${seconds} -f`.split(' ');
  // The reader's connection settings.
  const env = { ...process.env, PGOPTIONS: '-c plan_cache_mode=force_generic_plan' };
  const { stdout } = await run('pgbench', [...flags, script, url], { env }).finally(folder.remove);
  return Math.round(Number(/tps = ([\d.]+)/.exec(stdout)?.[1]));
}

/** Chooses a pair of the ledger, or one that is not in it, as requests do, and uses the reader's own statement. */
async function writeScript({ places: [first, last], ask }: CheckQuestion, rows: number): Promise<string> {
  const pairs = 2 * Math.floor(countPairs(rows) / MIX_LENGTH);
  const [from, to, contract] = [address('aa', 0), address('bb', 0), address('cc', 0)];
  const question = ask(from, to, contract, BigInt(TOKEN_ID));
  const statement = await writeStatement((reader) => reader.findSatisfying(1, question));
  return `\\set n ${MIX_LENGTH} * random(0, ${pairs - 1}) + random(${first}, ${last})
\\set w ${scatterSql(':n')}
${statement};
`;
}

/** The token of pair \`:w\`, as far as the statement depends on it. */
const TOKEN_ID = '7';

/** Returns the reader's statement, with its parameters as expressions of the number \`:w\`. */
async function writeStatement(use: (reader: Reader) => Promise<unknown>): Promise<string> {
  let asked = { text: '', values: [] as unknown[] };
  const listen = {
    async query(query: typeof asked) {
      asked = query;
      return { rows: [] };
    },
  };
  await use(createReader(listen as unknown as Database));
  return asked.text
    .replaceAll(/\$(\d+)/g, (_, number) => literal(asked.values[Number(number) - 1]))
    .replaceAll(/\s+/g, ' ');
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `(array[${value.map(literal).join(', ')}])`;
  if (value === TOKEN_ID) return ':w::numeric';
  if (!Buffer.isBuffer(value)) return `'${value}'`;
  const hex = value.toString('hex');
  const side = /^(aa|bb|cc)0+$/.exec(hex)?.[1];
  return side ? `decode('${side}' || lpad(to_hex(:w::bigint), 38, '0'), 'hex')` : `'\\x${hex}'::bytea`;
}
