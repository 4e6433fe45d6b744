/** Measures PostgreSQL alone with the same questions, asked by a C program that ignores the answers. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAddress } from '@mandate/core';
import { createReader, type Database, type Reader } from '@mandate/store';
import { createFolder } from '../at-exit.ts';
import { PERCENTILES } from '../http-load.ts';
import type { Ledger } from '../ledger.ts';
import {
  address,
  countPairs,
  listedWallet,
  MIX_LENGTH,
  type Places,
  SATISFYING,
  scatterSql,
} from './data.ts';
import type { CheckQuestion, ListQuestion } from './questions.ts';

const CLIENTS = 8;
const run = promisify(execFile);

export interface Pgbench {
  readonly perSecond: number;
  readonly percentilesMs: readonly number[];
}

export async function runPgbench(
  { databaseUrl, rows }: Ledger,
  question: CheckQuestion | ListQuestion,
  seconds: number,
): Promise<Pgbench> {
  const { path: folder, remove } = createFolder('pgbench');
  const script = join(folder, 'script.sql');
  writeFileSync(script, await writeScript(question, rows));
  const clients = Math.min(CLIENTS, question.connections);
  const flags = `-n -M prepared -c ${clients} -j 1 -T ${seconds} -l --log-prefix`.split(' ');
  const args = [...flags, join(folder, 'log'), '-f', script, databaseUrl];
  try {
    // The reader's connection settings.
    const PGOPTIONS = '-c plan_cache_mode=force_generic_plan';
    const { stdout } = await run('pgbench', args, { cwd: folder, env: { ...process.env, PGOPTIONS } });
    const perSecond = Math.round(Number(/tps = ([\d.]+)/.exec(stdout)?.[1]));
    return { perSecond, percentilesMs: readPercentiles(folder) };
  } finally {
    remove();
  }
}

/** Each transaction has a line in the log, whose third word is its duration in microseconds. */
function readPercentiles(folder: string): number[] {
  const logs = readdirSync(folder).filter((name) => name.startsWith('log'));
  const lines = logs.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
  const sorted = Float64Array.from(lines, (line) => Number(line.split(' ')[2]) / 1000).toSorted();
  return PERCENTILES.map((percentile) => {
    const place = Math.min(sorted.length - 1, Math.floor((percentile / 100) * sorted.length));
    return sorted[place] ?? Number.NaN;
  });
}

/** Writes a script that chooses like the requests and uses the reader's own statements. */
async function writeScript(question: CheckQuestion | ListQuestion, rows: number): Promise<string> {
  if (question.type === 'check') {
    const statement = await writeStatement((reader) => reader.findSatisfying(1, askOf(question)));
    return `${choosePair(question.places, rows, 'half')}\n${statement};\n`;
  }
  const direction = (name: 'from' | 'to') =>
    writeStatement((reader) =>
      reader.list({
        chainId: 1,
        registry: 'v2',
        direction: name,
        wallet: parseAddress(address('bb', 0)),
        limit: question.rows + 1,
      }),
    );
  const first = listedWallet(question.rows, 0);
  const choice =
    question.rows === 1
      ? choosePair(SATISFYING.v2, rows, 'all')
      : `\\set w random(${first}, ${first + question.wallets - 1})`;
  return `${choice}\n${await direction('from')};\n${await direction('to')};\n`;
}

/** The token and wallets of pair \`:w\`, as far as the statement depends on them. */
const TOKEN_ID = '7';
function askOf({ ask }: CheckQuestion) {
  return ask(address('aa', 0), address('bb', 0), address('cc', 0), BigInt(TOKEN_ID));
}

/** Chooses a pair of the ledger, or one that is not in it. */
function choosePair([first, last]: Places, rows: number, which: 'all' | 'half'): string {
  const pairs = Math.floor(countPairs(rows) / MIX_LENGTH) * (which === 'half' ? 2 : 1);
  return `\\set n ${MIX_LENGTH} * random(0, ${pairs - 1}) + random(${first}, ${last})\n\\set w ${scatterSql(':n')}`;
}

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
