/**
 * Many wallets that ask now and then. A visit is a new connection, on which a wallet asks for its list and then for two
 * checks. Visits begin at random times, whether or not the ones before are answered.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, integer, type Random } from '@mandate/contracts';
import { quantile } from '../median.ts';
import { type Child, readCpuSeconds, readMemory } from '../server-process.ts';
import { exchange, writeRequest } from './exchange.ts';
import { choosePath, listPath } from './questions.ts';
import type { Crowd } from './result.ts';

const CHECKS = 2;
const REQUESTS_PER_VISIT = 1 + CHECKS;

export interface CrowdOptions {
  /** The rows of the ledger. Each wallet has got one of the first. */
  readonly rows: number;
  readonly wallets: number;
  readonly perSecond: number;
  readonly seconds: number;
}

/** Returns the times at which independent visits begin: their gaps are exponential. */
export function drawArrivals(random: Random, perSecond: number, seconds: number): number[] {
  const times: number[] = [];
  let at = 0;
  for (;;) {
    at -= (1000 * Math.log(1 - random())) / perSecond;
    if (at >= seconds * 1000) return times;
    times.push(at);
  }
}

export async function measureCrowd(
  { url, pid }: Child,
  { rows, wallets, perSecond, seconds }: CrowdOptions,
): Promise<Crowd> {
  const random = createRandom(perSecond);
  const arrivals = drawArrivals(random, perSecond / REQUESTS_PER_VISIT, seconds);
  const visits = arrivals.map((atMs) => ({ atMs, requests: chooseVisit(random, rows, wallets) }));
  const latenciesMs: number[] = [];
  let failed = 0;
  const before = readCpuSeconds(pid);
  const startedAt = performance.now();
  const running: Promise<void>[] = [];
  for (const { atMs, requests } of visits) {
    const waitMs = startedAt + atMs - performance.now();
    if (waitMs > 0) await delay(waitMs);
    // The first answer counts from when the visit was due: a generator or server that is late shows.
    let sentAt = startedAt + atMs;
    const begun = exchange(url, requests, () => {
      const now = performance.now();
      latenciesMs.push(now - sentAt);
      sentAt = now;
    });
    running.push(begun.catch(() => void failed++));
  }
  await Promise.all(running);
  const answered = latenciesMs.length;
  return {
    wallets,
    perSecond,
    requests: answered,
    failed,
    p50Ms: quantile(latenciesMs, 0.5),
    p99Ms: quantile(latenciesMs, 0.99),
    cpuUs: (1e6 * (readCpuSeconds(pid) - before)) / answered,
    memoryMb: readMemory([pid]).anonymousMb,
  };
}

function chooseVisit(random: Random, rows: number, wallets: number): string[] {
  const wallet = integer(random, 1, Math.min(wallets, rows));
  const checks = Array.from({ length: CHECKS }, () => choosePath('check', rows, random));
  return [listPath(wallet), ...checks].map((path) => writeRequest(path, addressOf(wallet)));
}

/** Each wallet has an address of its own, which its requests are counted by. */
export const addressOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
