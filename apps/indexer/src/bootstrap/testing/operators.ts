/**
 * For tests: a chain with a history of both registries, operators that index it, and a file that one of them
 * exported.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createNode, type Source } from '@mandate/nodes';
import { createWriter } from '@mandate/store';
import { createTestDatabase } from '@mandate/testing/ledger/database';
import { createFolder } from '@mandate/testing/process/folder';
import { createFollower } from '../../follow/follower.ts';
import { followedChain } from '../../testing/followed-chain.ts';
import { startLivelyChain } from '../../testing/lively-chain.ts';
import { createAudit } from '../audit.ts';
import { exportChain } from '../export.ts';
import { importChain } from '../import.ts';

const MAX_STEPS = 200;

export type Operators = Awaited<ReturnType<typeof startOperators>>;
export type Operator = Awaited<ReturnType<Operators['open']>>;

export async function startOperators() {
  const lively = await startLivelyChain();
  const { chain } = lively;
  const followed = followedChain(chain, { evidence: { bloom: false, receipts: true } });
  const folder = createFolder('bootstrap');
  const closing: (() => Promise<void>)[] = [];
  let files = 0;

  /** Opens an operator with its own database. */
  async function open(source: Source = createNode(chain.url, chain.chainId)) {
    const db = await createTestDatabase();
    closing.push(db.drop);
    const writer = createWriter(db.database);
    const follower = createFollower(followed, source, writer);
    return {
      ...db,
      writer,
      source,
      step: follower.step,
      /** Follows the chain until there is nothing new. */
      async catchUp() {
        // A follower is bound to the ledger it started with, so this creates a new one, as after a restart.
        const follower = createFollower(followed, source, writer);
        for (let steps = 0; steps < MAX_STEPS; steps++) {
          const step = await follower.step();
          if (step.type === 'idle' || step.type === 'tainted') return step;
        }
        throw new Error('The head was not reached.');
      },
      /** Proves the imported rows, as far as the nodes allow. */
      async prove(ms = 60_000, options: { pageRows?: number } = {}) {
        const state = await createAudit(followed, source, writer, options).work(ms);
        await follower.step();
        return state;
      },
      export: (options: { file?: string; block?: number } = {}) => {
        const { file = nameFile(), block = null } = options;
        return exportChain(followed, source, db.database, { file, block }).then((said) =>
          readSaid(file, said),
        );
      },
      import: (file: string, digest: string | null = null) =>
        importChain(followed, source, db.database, { file, digest }),
      /** Lists everything of the ledger that a file contains, in its order. */
      async listRows() {
        const { rows } = await db.database.query<Record<string, unknown>>(
          "select to_jsonb(d) - '{id}'::text[] as row from delegation d order by since_block, since_log",
        );
        return rows.map(({ row }) => row);
      },
    };
  }

  const nameFile = () => join(folder.path, `${files++}.gz`);

  return {
    ...lively,
    followed,
    open,
    nameFile,
    async stop() {
      for (const close of closing) await close();
      await chain.stop();
      folder.remove();
    },
  };
}

function readSaid(file: string, said: string) {
  return { file, said, digest: /[0-9a-f]{64}$/.exec(said)?.[0] ?? '' };
}

export function readLines(file: string): string[] {
  return gunzipSync(readFileSync(file)).toString().split('\n').slice(0, -1);
}

export function writeLines(file: string, lines: readonly string[]): void {
  writeFileSync(file, gzipSync(lines.map((line) => `${line}\n`).join('')));
}

/** Changes the lines of a file, and corrects the counts at its end. */
export function forge(file: string, to: string, change: (lines: string[]) => string[]): string {
  const lines = change(readLines(file).slice(0, -1));
  const rows = lines.filter((line) => line.startsWith('["')).length;
  writeLines(to, [...lines, `{"blocks":${lines.length - rows - 1},"rows":${rows}}`]);
  return to;
}
