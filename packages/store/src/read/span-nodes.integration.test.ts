import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSpanNodes } from './span-nodes.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db?.drop());

const MAX_BLOCK = 2 ** 40 - 1;
const small = fc.integer({ min: 0, max: 40 });
const blocks = fc.oneof(small, fc.integer({ min: 0, max: MAX_BLOCK - 1 }));

/** Returns the nodes of many spans, in their order. */
async function listNodes(spans: readonly (readonly [since: number, until: number])[]): Promise<number[]> {
  const { rows } = await db.database.query<{ node: number }>(
    'select span_node(since, until) as node from unnest($1::bigint[], $2::bigint[]) with ordinality as s (since, until, n) order by n',
    [spans.map(([since]) => since), spans.map(([, until]) => until)],
  );
  return rows.map(({ node }) => node);
}

test('a row stood at a block exactly if it is found at a node on the path to it', async () => {
  const spans = fc.sample(fc.tuple(blocks, fc.oneof(small, fc.integer({ min: 0, max: 2 ** 36 }))), {
    numRuns: 3_000,
  });
  const ended = spans.map(([since, length]) => [since, Math.min(since + length, MAX_BLOCK)] as const);
  const nodes = await listNodes(ended);
  for (const [i, [since, until]] of ended.entries()) {
    const near = [since, until, Math.floor((since + until) / 2)].flatMap((at) => [at - 1, at, at + 1]);
    for (const block of [...near, ...fc.sample(blocks, 2)].filter((at) => at >= 0 && at <= MAX_BLOCK)) {
      const { left, right } = listSpanNodes(block);
      const node = nodes[i] ?? -1;
      const found = (left.includes(node) && until > block) || (right.includes(node) && since <= block);
      expect([since, until, block, found]).toEqual([since, until, block, since <= block && block < until]);
    }
  }
});
