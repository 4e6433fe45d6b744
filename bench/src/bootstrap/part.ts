/**
 * Compares an import of another operator's ledger with indexing the whole chain, through the same slow node.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createAudit,
  createFollower,
  createNode,
  exportChain,
  type FollowedChain,
  importChain,
} from '@mandate/indexer';
import { createWriter } from '@mandate/store';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/database';
import { CHAIN_ID, V1, V2 } from '@mandate/testing/long-chain';
import { atExit } from '../at-exit.ts';
import { round } from '../median.ts';
import type { Part, Say } from '../part.ts';

const NODE = fileURLToPath(new URL('long-chain-node.ts', import.meta.url));
const LATENCY_MS = 60;
/** Gives a million rows with the default options. */
const ROWS_PER_EVENT = 5;

const CHAIN: FollowedChain = {
  chainId: CHAIN_ID,
  registries: { v1: V1, v2: V2 },
  // Evidence would cost the backfill more calls and the import none.
  evidence: { bloom: false, receipts: false },
  depths: { safe: null, finalized: null },
  startBlock: 1,
  reading: { form: 'careful', blockTimeMs: 12_000, tagsMs: 30_000, lookbackMs: 0, isAgreed: false },
};

export const bootstrap: Part = {
  about: "import of another operator's ledger and its proof, beside a backfill",
  async run({ rows: maxRows, events }, say) {
    const rows = Math.min(maxRows, ROWS_PER_EVENT * events);
    say(`Computing a chain with ${rows} rows`);
    const node = await startNode(rows);
    const folder = mkdtempSync(join(tmpdir(), 'mandate-bench-'));
    const databases: TestDatabase[] = [];
    const open = async () => {
      const db = await createTestDatabase();
      databases.push(db);
      return db;
    };
    try {
      return await measure(node.url, join(folder, 'ledger.gz'), open, say);
    } finally {
      node.stop();
      rmSync(folder, { recursive: true });
      for (const db of databases) await db.drop();
    }
  },
};

async function measure(url: string, file: string, open: () => Promise<TestDatabase>, say: Say) {
  const exporter = await open();
  const backfillMs = await time(() => catchUp(url, exporter));
  say(`  backfill ${round(backfillMs / 1_000)} s`);
  const source = createNode(url, CHAIN_ID);
  let digest: string | undefined;
  const exportMs = await time(async () => {
    const said = await exportChain(CHAIN, source, exporter.database, { file });
    digest = /[0-9a-f]{64}$/.exec(said)?.[0];
  });
  if (!digest) throw new Error('The export said no digest.');
  say(`  export ${round(exportMs / 1_000)} s, ${round(statSync(file).size / 2 ** 20)} MB`);
  const importer = await open();
  const options = { file, digest };
  const importMs = await time(() => importChain(CHAIN, source, importer.database, options));
  say(`  import ${round(importMs / 1_000)} s`);
  const proofMs = await time(async () => {
    await catchUp(url, importer);
    await prove(url, importer);
    await catchUp(url, importer);
  });
  await assertSame(exporter, importer);
  say(`  catching up and proof ${round(proofMs / 1_000)} s`);
  const ratio = round((importMs + proofMs) / backfillMs, 3);
  say(`  import and proof take ${ratio} of the backfill's time`);
  const residentMb = Math.round(process.resourceUsage().maxRSS / 1_024);
  say(`  this process took at most ${residentMb} MB`);
  const bootstrap = { latencyMs: LATENCY_MS, backfillMs, exportMs, importMs, proofMs, residentMb };
  return { bootstrap, ratios: { bootstrapToBackfill: ratio } };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function catchUp(url: string, { database }: TestDatabase): Promise<void> {
  const follower = createFollower(CHAIN, createNode(url, CHAIN_ID), createWriter(database));
  for (;;) {
    const step = await follower.step();
    if (step.type === 'idle') return;
    if (step.type === 'tainted') throw new Error(step.reason);
  }
}

async function prove(url: string, { database }: TestDatabase): Promise<void> {
  const audit = createAudit(CHAIN, createNode(url, CHAIN_ID), createWriter(database));
  const state = await audit.work(Number.MAX_SAFE_INTEGER);
  if (state.type !== 'done') throw new Error(`The imported ledger is not proved: ${JSON.stringify(state)}`);
}

/** Requires that both are served and have the same rows. */
async function assertSame(...operators: readonly TestDatabase[]): Promise<void> {
  const seen = new Set<string>();
  for (const { database } of operators) {
    const { rows } = await database.query<Record<string, unknown>>(
      `select state, block_number, (select count(*) from delegation) as rows,
         (select sum(hashtextextended((to_jsonb(d) - 'id')::text, 0)::numeric) from delegation d) as digest
       from chain`,
    );
    seen.add(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value)));
  }
  const [first = '', second] = seen;
  if (second || !first.includes('"following"')) throw new Error(`The ledgers differ: ${[...seen].join(' ')}`);
}

async function startNode(rows: number) {
  const child = fork(NODE, [String(rows), String(LATENCY_MS)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const forget = atExit(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The node ended with ${code}.`);
  });
  ended.catch(() => {});
  const [port] = await Promise.race([ended, once(child, 'message')]);
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      forget();
      child.kill('SIGKILL');
    },
  };
}
