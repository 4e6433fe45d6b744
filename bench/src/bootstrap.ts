/** Compares an import of another operator's ledger with indexing the whole chain, through the same slow node. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createAudit, createNode, exportChain, importChain } from '@mandate/indexer';
import { createWriter, type Database } from '@mandate/store';
import { createTestDatabase } from '@mandate/testing/ledger/database';
import { createFolder } from './folder.ts';
import { catchUp } from './long-chain/catch-up.ts';
import { LONG_CHAIN, startLongChain } from './long-chain/start-long-chain.ts';
import type { Part } from './part.ts';
import { toSamples } from './sample.ts';
import { clock } from './turns.ts';

const LATENCY_MS = 60;
/** Gives a million rows with the default options. */
const ROWS_PER_EVENT = 5;
const [BACKFILL, IMPORT_AND_PROOF] = ['backfill', 'import and proof'];

export const bootstrap: Part = {
  about: "import of another operator's ledger and its proof, beside a backfill",
  baseline: ({ name, unit }) => (name === IMPORT_AND_PROOF && unit === 's' ? { name: BACKFILL } : null),
  async measure({ rows: maxRows, events }, note) {
    const rows = Math.min(maxRows, ROWS_PER_EVENT * events);
    const node = await startLongChain(rows, LATENCY_MS);
    const folder = createFolder('bootstrap');
    const [exporter, importer] = [await createTestDatabase(), await createTestDatabase()];
    try {
      const file = join(folder.path, 'ledger.gz');
      await measure(node.url, file, exporter.database, importer.database, (name, values) =>
        note(toSamples({ name, rows }, values)),
      );
    } finally {
      node.stop();
      folder.remove();
      for (const db of [exporter, importer]) await db.drop();
    }
  },
};

async function measure(
  url: string,
  file: string,
  exporter: Database,
  importer: Database,
  note: (name: string, values: Readonly<Record<string, number>>) => void,
): Promise<void> {
  // Each step asks as a new process would.
  const connect = () => createNode(url, LONG_CHAIN.chainId);
  const time = async (name: string, work: () => Promise<unknown>) => {
    const s = (await clock(work)) / 1000;
    note(name, { s });
    return s;
  };
  await time(BACKFILL, () => catchUp(connect(), exporter));
  const source = connect();
  let digest: string | undefined;
  await time('export', async () => {
    const said = await exportChain(LONG_CHAIN, source, exporter, { file });
    digest = /[0-9a-f]{64}$/.exec(said)?.[0];
  });
  if (!digest) throw new Error('The export said no digest.');
  const options = { file, digest };
  note('the file', { MB: statSync(file).size / 2 ** 20 });
  const importS = await time('import', () => importChain(LONG_CHAIN, source, importer, options));
  const proofS = await time('catching up and proof', async () => {
    await catchUp(connect(), importer);
    const state = await createAudit(LONG_CHAIN, connect(), createWriter(importer)).work(
      Number.MAX_SAFE_INTEGER,
    );
    if (state.type !== 'done') throw new Error(`The imported ledger is not proved: ${JSON.stringify(state)}`);
    await catchUp(connect(), importer);
  });
  await assertSame(exporter, importer);
  note(IMPORT_AND_PROOF, { s: importS + proofS });
  note('the memory of this process', { MB: process.resourceUsage().maxRSS / 1_024 });
}

/** Requires that both are served and have the same rows. */
async function assertSame(...operators: readonly Database[]): Promise<void> {
  const seen = new Set<string>();
  for (const database of operators) {
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
