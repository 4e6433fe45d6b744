/** `check/erc721` through HTTP at a million rows, beside the bare engine and the bare database, in turns. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createDelegation, FULL_RIGHTS, grantOf, parseAddress } from '@mandate/core';
import { createReader, type Database } from '@mandate/store';
import type { Child, Load } from './http-load.ts';
import { loadUrl } from './http-load.ts';

const CONNECTIONS = 32;
const CLIENTS = 8;

export const BARE_FASTIFY = fileURLToPath(new URL('./bare-fastify.ts', import.meta.url));

export interface ChecksResult {
  readonly fastify: Load;
  readonly api: Load;
  readonly pgbench: { readonly perSecond: number; readonly averageMs: number };
}

export interface ChecksOptions {
  readonly api: Child;
  readonly bare: Child;
  readonly databaseUrl: string;
  readonly rows: number;
  readonly seconds: number;
}

/** A random pair; every second one has no delegation. */
export const requestOf = (rows: number, headers = '') => `
  local n = math.random(1, ${2 * rows})
  return wrk.format("GET", string.format("/registry/v2/check/erc721?delegate=0xbb%038x&vault=0xaa%038x&contract=0xcc%038x&tokenId=%d", n, n, n, n)${headers})`;

export async function measureChecks(options: ChecksOptions): Promise<ChecksResult> {
  const { api, bare, rows, seconds } = options;
  const load = { connections: CONNECTIONS, seconds };
  const path = requestOf(rows);
  return {
    fastify: await loadUrl(bare.url, path, load),
    api: await loadUrl(api.url, path, load),
    pgbench: await runPgbench(options),
  };
}

const run = promisify(execFile);

/** PostgreSQL alone, asked the same by a program in C that makes nothing of the answer. */
async function runPgbench({ databaseUrl, rows, seconds }: ChecksOptions): Promise<ChecksResult['pgbench']> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbench-'));
  const script = join(folder, 'check.sql');
  writeFileSync(script, `\\set n random(1, ${2 * rows})\n${await writeStatement()};\n`);
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    `${CLIENTS}`,
    '-j',
    '1',
    '-T',
    `${seconds}`,
    '-f',
    script,
    databaseUrl,
  ];
  try {
    const PGOPTIONS = '-c plan_cache_mode=force_generic_plan';
    const { stdout } = await run('pgbench', args, { env: { ...process.env, PGOPTIONS } });
    const read = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1]);
    return { perSecond: Math.round(read(/tps = ([\d.]+)/)), averageMs: read(/latency average = ([\d.]+)/) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The reader's own statement for the pair \`:n\`, its parameters written as expressions of that number. */
async function writeStatement(): Promise<string> {
  let asked = { text: '', values: [] as unknown[] };
  const listen = {
    async query(query: typeof asked) {
      asked = query;
      return { rows: [] };
    },
  };
  const wallet = (side: string) => parseAddress(`0x${side.padEnd(40, '0')}`);
  const question = createDelegation({
    ...{ registry: 'v2', kind: 'erc721', from: wallet('aa'), to: wallet('bb') },
    ...{ contract: wallet('cc'), tokenId: 7n, rights: FULL_RIGHTS },
  });
  await createReader(listen as unknown as Database).findSatisfying(1, grantOf(question));
  return asked.text
    .replaceAll(/\$(\d+)/g, (_, number) => literal(asked.values[Number(number) - 1]))
    .replaceAll(/\s+/g, ' ');
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `(array[${value.map(literal).join(', ')}])`;
  if (value === '7') return ':n::numeric';
  if (!Buffer.isBuffer(value)) return `'${value}'`;
  const hex = value.toString('hex');
  const side = /^(aa|bb|cc)0+$/.exec(hex)?.[1];
  return side ? `decode('${side}' || lpad(to_hex(:n::bigint), 38, '0'), 'hex')` : `'\\x${hex}'::bytea`;
}
