/** The whole list of a wallet with very many incoming delegations, while others go on asking. */
import { readFileSync } from 'node:fs';
import type { Child, Load } from './http-load.ts';
import { loadUrl } from './http-load.ts';

/** Few enough that the process is not busy: p99 then says how long a check waits for others, not for itself. */
const CONNECTIONS = 2;

export interface LongListResult {
  readonly rows: number;
  readonly seconds: number;
  readonly peakMb: number;
  readonly idle: Load;
  readonly during: Load;
  readonly p99Ratio: number;
}

export async function measureLongList(api: Child, rows: number, wallet: string): Promise<LongListResult> {
  const check = `
  local n = math.random(1, ${2 * rows})
  return wrk.format("GET", string.format("/registry/v2/check/erc721?delegate=${wallet}&vault=0xaa%038x&contract=0xcc%038x&tokenId=%d", n, n, n))`;
  const load = (seconds: number) => loadUrl(api.url, check, { connections: CONNECTIONS, seconds });
  await load(2);
  const idle = await load(5);
  const reading = readList(`${api.url}/registry/v2/${wallet}`, api.pid);
  const during = await load(5);
  const { counted, seconds, peakMb } = await reading;
  if (counted !== rows) throw new Error(`The list has ${counted} rows, not ${rows}.`);
  return { rows, seconds, peakMb, idle, during, p99Ratio: during.p99Ms / idle.p99Ms };
}

/** Reads as fast as it comes, keeps nothing, and counts the records. */
async function readList(url: string, pid: number) {
  const startedAt = performance.now();
  const { body } = await fetch(url);
  if (!body) throw new Error('The list has no body.');
  let [counted, peakMb] = [0, 0];
  for await (const chunk of body) {
    for (const byte of chunk) if (byte === OPENING) counted++;
    peakMb = Math.max(peakMb, residentMb(pid));
  }
  return { counted, peakMb, seconds: (performance.now() - startedAt) / 1000 };
}

const OPENING = '{'.charCodeAt(0);

function residentMb(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
}
