/**
 * Compares two designs of the read model in one process without HTTP: a copy of everything in a file, and a
 * cache of pairs in memory.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  check,
  createDelegation,
  type Delegation,
  FULL_RIGHTS,
  grantOf,
  identify,
  parseAddress,
  type Question,
} from '@mandate/core';
import { openReadModel } from '@mandate/read-model';
import { median, round } from './median.ts';
import type { Part, Say } from './part.ts';
import { address, scatter } from './serving/data.ts';

const CHAIN = 1;
const ROWS_AT_A_TIME = 2_000;
const QUESTIONS = 100_000;
/** The number of pairs that fit into Node's default heap. */
const MAX_CACHED = 1_000_000;
const MB = 2 ** 20;

interface CopyResult {
  readonly rows: number;
  readonly loadSeconds: number;
  readonly fileMb: number;
  /** The time from opening the folder to the first answer. */
  readonly openMs: number;
  readonly checkUs: number;
}

interface CacheResult {
  readonly pairs: number;
  readonly bytesAPair: number;
  /** For a cached pair. Any other pair is a query to PostgreSQL. */
  readonly checkUs: number;
}

export const copies: Part = {
  about: 'what a read model costs: a copy of everything in a file, beside a cache of pairs in memory',
  async run({ sizes, rounds }, say) {
    const full: CopyResult[] = [];
    for (const rows of sizes) full.push(await measureCopy(rows, rounds, say));
    const cache = measureCache(Math.min(MAX_CACHED, ...sizes), rounds);
    say(`  a cache of ${cache.pairs} pairs: ${cache.bytesAPair} bytes each, a hit ${cache.checkUs} µs`);
    return { copies: { full, cache } };
  },
};

async function measureCopy(rows: number, rounds: number, say: Say): Promise<CopyResult> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-copies-'));
  try {
    const loadSeconds = await timed(() => load(dir, rows));
    let readModel = openReadModel({ dir, readOnly: true });
    await readModel.close();
    const openSeconds = await timed(async () => {
      readModel = openReadModel({ dir, readOnly: true });
      if (readModel.check(CHAIN, questionOf(0))?.answer !== true) throw new Error('The copy has lost a row.');
    });
    const checkUs = measureChecks(2 * rows, rounds, (question) => readModel.check(CHAIN, question)?.answer);
    await readModel.close();
    const fileMb = Math.round(sizeOf(dir) / MB);
    const openMs = round(openSeconds * 1_000, 1);
    say(
      `  a copy of ${rows} rows: loaded in ${round(loadSeconds, 1)} s, ${fileMb} MB, opened in ${openMs} ms, a check ${checkUs} µs`,
    );
    return { rows, loadSeconds, fileMb, openMs, checkUs };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Loads the read model as following a ledger does, without the ledger. */
async function load(dir: string, rows: number): Promise<void> {
  const readModel = openReadModel({ dir });
  await readModel.beginLoading(CHAIN, 'bench');
  // The ledger returns rows in the order of their wallets.
  const numbers = Array.from({ length: rows }, (_, n) => n).toSorted((a, b) => scatter(a) - scatter(b));
  for (let at = 0; at < rows; at += ROWS_AT_A_TIME) {
    await readModel.load(CHAIN, 'bench', numbers.slice(at, at + ROWS_AT_A_TIME).map(delegationOf));
  }
  const block = { number: 1, hash: `0x${'ab'.repeat(32)}`, timestamp: 1 } as const;
  await readModel.endLoading(CHAIN, 'bench', {
    place: { feed: '', number: 0, stamp: null },
    checkpoint: {
      chainId: CHAIN,
      block,
      head: 1,
      safe: 1,
      finalized: 1,
      state: 'following',
      reason: null,
      rewinds: 0,
      heartbeat: 1,
      registries: null,
      verifiedFrom: 0,
    },
  });
  await readModel.close();
}

/** Measures the simplest exact cache: the delegations between two wallets under their addresses. */
function measureCache(pairs: number, rounds: number): CacheResult {
  const before = usedBytes();
  const cache = new Map<string, Delegation[]>();
  for (let n = 0; n < pairs; n++) {
    const delegation = delegationOf(n);
    cache.set(`${delegation.from}${delegation.to}`, [delegation]);
  }
  const bytesAPair = Math.round((usedBytes() - before) / pairs);
  const checkUs = measureChecks(pairs, rounds, (question) => {
    const found = cache.get(`${question.from}${question.to}`) ?? [];
    return check(question, (grant) => {
      const identity = identify(grant);
      return found.find((delegation) => identify(delegation) === identity);
    });
  });
  return { pairs, bytesAPair, checkUs };
}

function measureChecks(numbers: number, rounds: number, ask: (question: Question) => unknown): number {
  const questions = Array.from({ length: QUESTIONS }, () => questionOf(Math.floor(Math.random() * numbers)));
  const turns = Array.from({ length: rounds + 1 }, () => {
    const began = performance.now();
    for (const question of questions) ask(question);
    return ((performance.now() - began) * 1_000) / QUESTIONS;
  });
  // The first turn compiles the code.
  return round(median(turns.slice(1)));
}

function delegationOf(n: number): Delegation {
  const wallet = (side: 'aa' | 'bb' | 'cc') => parseAddress(address(side, scatter(n)));
  return createDelegation({
    registry: 'v2',
    kind: 'erc721',
    from: wallet('aa'),
    to: wallet('bb'),
    contract: wallet('cc'),
    tokenId: BigInt(n),
    rights: FULL_RIGHTS,
  });
}

const questionOf = (n: number): Question => grantOf(delegationOf(n));

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

/** Returns the heap size after a garbage collection. */
function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

/** Returns the bytes of all files in a folder. */
function sizeOf(dir: string): number {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
