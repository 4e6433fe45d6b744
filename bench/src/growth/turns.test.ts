import { expect, test } from 'vitest';
import { inTurns } from './turns.ts';

const [small, large] = [1_000, 9_000].map((rows) => ({ ledger: { rows } })) as [Ledger, Ledger];
interface Ledger {
  readonly ledger: { readonly rows: number };
}

test('the last ledger is noted beside the first, and the order changes', async () => {
  const order: number[] = [];
  const measure = async ({ ledger: { rows } }: Ledger) => {
    order.push(rows);
    return rows * 2;
  };
  const turns = await inTurns([small, large], 1, measure);
  await inTurns([small, large], 2, measure);
  expect(order).toEqual([1_000, 9_000, 9_000, 1_000]);
  expect(turns.toSample('cost', (cost) => cost)).toEqual({
    figure: 'cost',
    rows: 9_000,
    round: 1,
    value: 18_000,
    beside: 2_000,
  });
});

test('the smallest ledger alone has nothing beside it', async () => {
  const turns = await inTurns([small], 1, async () => 5);
  expect(turns.toSample('cost', (cost) => cost)).toMatchObject({ rows: 1_000, value: 5, beside: null });
});
