/**
 * Many wallets that ask now and then. A visit is a new connection, on which a wallet asks for its list and then for two
 * checks. Visits begin at random times, whether or not the ones before are answered.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, integer, type Random } from '@mandate/contracts';
import { createRawClient } from '@mandate/testing/service/raw-client';
import { quantile } from '../median.ts';
import { count } from '../report/table.ts';
import { type Sample, toSamples } from '../sample.ts';
import type { Server } from '../server.ts';
import { readMemory, startMeter } from '../usage.ts';
import { CHECK, listPath } from './questions.ts';

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

/** The units are those of the page's table. */
export async function measureCrowd(
  { url, pids }: Server,
  { rows, wallets, perSecond, seconds }: CrowdOptions,
  name = `${count(wallets)} wallets, ${count(perSecond)}/s`,
): Promise<Sample[]> {
  const random = createRandom(perSecond);
  const arrivals = drawArrivals(random, perSecond / REQUESTS_PER_VISIT, seconds);
  const visits = arrivals.map((atMs) => ({ atMs, requests: chooseVisit(random, rows, wallets) }));
  const latenciesMs: number[] = [];
  let failed = 0;
  const readUsed = await startMeter(pids);
  const startedAt = performance.now();
  const running: Promise<void>[] = [];
  for (const { atMs, requests } of visits) {
    const waitMs = startedAt + atMs - performance.now();
    if (waitMs > 0) await delay(waitMs);
    // The first answer counts from when the visit was due: a generator or server that is late shows.
    let sentAt = startedAt + atMs;
    const begun = visit(url, requests, () => {
      const now = performance.now();
      latenciesMs.push(now - sentAt);
      sentAt = now;
    });
    running.push(begun.catch(() => void failed++));
  }
  await Promise.all(running);
  const { own } = await readUsed();
  return toSamples(
    { name },
    {
      requests: latenciesMs.length,
      failed,
      'p50 ms': quantile(latenciesMs, 0.5),
      'p99 ms': quantile(latenciesMs, 0.99),
      'CPU µs': (1e6 * own) / latenciesMs.length,
      'own memory MB': readMemory(pids).anonymousMb,
    },
  );
}

/** Sends each request when the one before is answered with status 200. Calls `note` after each answer. */
async function visit(url: string, requests: readonly Buffer[], note: () => void): Promise<void> {
  const client = createRawClient(Number(new URL(url).port));
  try {
    for (const bytes of requests) {
      const answer = await client.send({ bytes });
      if (answer?.status !== 200) throw new Error(`The answer is ${answer?.lines[0] ?? 'missing'}.`);
      note();
    }
  } finally {
    client.close();
  }
}

function chooseVisit(random: Random, rows: number, wallets: number): Buffer[] {
  const wallet = integer(random, 1, Math.min(wallets, rows));
  const checks = Array.from({ length: CHECKS }, () => CHECK.choose(rows, random).path);
  return [listPath(wallet), ...checks].map((path) => writeRequest(path, addressOf(wallet)));
}

/** Each wallet has an address of its own, which its requests are counted by. */
export const addressOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

export const writeRequest = (path: string, address: string) =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n\r\n`);
