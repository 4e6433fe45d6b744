/** Blocks with events are kept forever: a chain with very many of them must be written as fast as one with few. */

import {
  at,
  block,
  createTestDatabase,
  delegate,
  row,
  type TestDatabase,
} from '@mandate/testing/ledger/database';
import { size } from '@mandate/testing/size';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explain, listStatements, MODES, type Use } from '../read/testing/plans.ts';
import { createWriter } from './writer.ts';

const KEPT = size(60_000, 200_000);
/** Blocks after this one may still be replaced. */
const FINAL = KEPT - 5;
const marks = { head: KEPT, safe: KEPT, finalized: FINAL };

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await createWriter(db.database).open(1, block(KEPT), marks);
  await db.database.query(
    `insert into block (chain_id, number, hash, timestamp, anchor, eventful)
     select 1, n, decode('a' || lpad(to_hex(n), 63, '0'), 'hex'), 1700000000 + n, false, n % 100 > 0
     from generate_series(0, $1::integer - 1) n where n >= $2 or n % 100 > 0`,
    [KEPT, FINAL],
  );
  await db.database.query('vacuum analyze');
});
afterAll(() => db.drop());

/** Explains every statement of this use that touches blocks, under both kinds of plan. */
async function expectFewReads(use: Use, count: number): Promise<void> {
  const statements = await listStatements(db.database, use);
  const touching = statements.filter(({ text }) => /\b(from|into|join) block\b/.test(text));
  expect(touching).toHaveLength(count);
  for (const statement of touching) {
    for (const mode of MODES) {
      const { buffers } = await explain(db.database, statement, mode);
      expect(buffers, `${mode} plan of ${statement.text}`).toBeLessThan(100);
    }
  }
}

test.each([
  [
    'a commit',
    3,
    (d) =>
      createWriter(d).commit(1, {
        parent: block(KEPT),
        block: block(KEPT + 1),
        replaceable: [],
        eventful: [block(KEPT + 1)],
        // Like the end of a settled row, it is in a block of an earlier commit.
        begun: [row(delegate('a'), at(KEPT))],
        ended: [],
        uncertain: [],
        marks: { head: KEPT + 1, safe: KEPT + 1, finalized: FINAL + 1 },
        state: 'following',
      }),
  ],
  ['a mark', 1, (d) => createWriter(d).mark(1, block(KEPT), marks, 'following')],
  ['a rewind', 3, (d) => createWriter(d).rewind(1, block(KEPT), block(KEPT - 3))],
  ['a search for the beginning of a reorg', 1, (d) => createWriter(d).listReplaceable(1)],
] satisfies [string, number, Use][])('%s reads few blocks', (_, count, use) => expectFewReads(use, count));
