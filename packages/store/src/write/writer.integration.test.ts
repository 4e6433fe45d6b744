import {
  at,
  block,
  createTestDatabase,
  createTestLedger,
  delegate,
  row,
  wallets,
} from '@mandate/testing/ledger/database';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { LiveRow } from '../database/lifetime.ts';
import { CheckpointMovedError } from './chain-table.ts';

const { vault, other } = wallets;
const v1 = { registry: 'v1', kind: 'contract' } as const;
const nameOf = ({ delegation }: LiveRow) => 'contract' in delegation && delegation.contract.at(-1);
const blocks = (...numbers: number[]) => numbers.map((number) => block(number));

const db = await createTestDatabase();
const { writer, reader, openChain, createBatch, write, readAll, ask } = createTestLedger(db.database);
afterAll(() => db.drop());

describe('a commit', () => {
  test('moves nothing when one of its rows is refused', async () => {
    const chainId = await openChain();
    await write(chainId, 5, row(delegate('a'), at(5)));
    const before = await readAll(chainId);
    const live = await writer.listLive(chainId, [delegate('a')], []);
    const ended = live.map((standing) => ({ ...standing, until: at(6) }));
    const begun = ['b', 'c', 'c'].map((name) => row(delegate(name), at(6)));
    const batch = await createBatch(chainId, 6, { ended, begun });
    await expect(writer.commit(chainId, batch)).rejects.toThrow('delegation_grant');
    expect(await readAll(chainId)).toEqual(before);
  });

  test.each([block(5, 'b'), { ...block(5), number: 4 }])('is refused on parent %j', async (parent) => {
    const chainId = await openChain();
    await write(chainId, 5);
    const before = await readAll(chainId);
    const batch = await createBatch(chainId, 6, { parent, begun: [row(delegate('a'), at(6))] });
    await expect(writer.commit(chainId, batch)).rejects.toThrow(CheckpointMovedError);
    expect(await readAll(chainId)).toEqual(before);
  });

  test('is the only one of several on the same parent', async () => {
    const chainId = await openChain();
    const begun = ['1', '2', '3', '4'].map((name) => [row(delegate(name), at(6))]);
    const batches = await Promise.all(begun.map((rows) => createBatch(chainId, 6, { begun: rows })));
    const results = await Promise.allSettled(batches.map((batch) => writer.commit(chainId, batch)));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toEqual([1, 2, 3].map(() => expect.any(CheckpointMovedError)));
    expect((await readAll(chainId)).rows).toHaveLength(1);
  });
});

describe('the registries of a ledger', () => {
  const both = { v1: vault, v2: other };
  const registriesOf = async (chainId: number) => {
    const { registries } = (await writer.findCheckpoint(chainId)) ?? {};
    expect((await reader.readHeartbeats()).registries.get(chainId)).toEqual(registries);
    return registries;
  };
  const openWith = async (registries: typeof both) => {
    const chainId = 1_000 + Math.floor(1_000_000 * Math.random());
    await writer.open(chainId, block(0), { head: 0, safe: 0, finalized: 0 }, registries);
    return chainId;
  };

  test('stay the same from block to block, forwards and backwards', async () => {
    const chainId = await openWith(both);
    await write(chainId, 5);
    expect(await registriesOf(chainId)).toEqual(both);
    await writer.mark(chainId, block(5), { head: 6, safe: 5, finalized: 0 }, 'following');
    await writer.rewind(chainId, block(5), block(3));
    expect(await registriesOf(chainId)).toEqual(both);
    await write(chainId, 4);
    expect(await registriesOf(chainId)).toEqual(both);
  });

  test('are not known for a ledger that was opened without them, until they are recorded', async () => {
    const chainId = await openChain();
    await write(chainId, 1);
    expect(await registriesOf(chainId)).toBeNull();
    await writer.cover(chainId, block(1), { v2: other });
    await write(chainId, 2);
    expect(await registriesOf(chainId)).toEqual({ v2: other });
    await writer.cover(chainId, block(1), both);
    expect(await registriesOf(chainId)).toEqual({ v2: other });
  });

  test('are no longer known after an older version, which does not record them, has moved the ledger', async () => {
    const chainId = await openWith(both);
    await write(chainId, 3);
    const older = 'update chain set block_number = 4, block_hash = $2 where chain_id = $1';
    await db.database.query(older, [chainId, Buffer.from(block(4).hash.slice(2), 'hex')]);
    expect(await registriesOf(chainId)).toBeNull();
    await write(chainId, 5);
    expect(await registriesOf(chainId)).toBeNull();
  });
});

test('a chain is uncertain at a block at which some vault is uncertain', async () => {
  const chainId = await openChain();
  const uncertain = [{ from: delegate('a').from, fromBlock: 1, untilBlock: 3 }];
  const states: unknown[] = [];
  for (const [last, batch] of [
    [1, { uncertain }],
    [2, {}],
    [3, {}],
  ] as const) {
    await writer.commit(chainId, await createBatch(chainId, last, batch));
    states.push((await writer.findCheckpoint(chainId))?.state);
  }
  expect(states).toEqual(['backfilling', 'backfilling', 'following']);
});

test('a row that does not stand cannot end, and a chain goes back only to a block it had', async () => {
  const chainId = await openChain();
  const ended = [{ id: 999_999_999, delegation: delegate('a'), since: at(0), until: at(1) }];
  const batch = await createBatch(chainId, 1, { ended });
  await expect(writer.commit(chainId, batch)).rejects.toThrow('only 0 of the 1 rows to end were standing');
  await expect(writer.rewind(chainId, block(0), block(0, 'b'))).rejects.toThrow(
    'the ledger does not have that block',
  );
});

describe('a rewind', () => {
  test('deletes rows that began later, reopens rows that ended later, and lets the chain continue', async () => {
    const chainId = await openChain();
    const [a, b, c] = [delegate('a'), delegate('b'), delegate('c')];
    await write(chainId, 9, row(a, at(2), at(5, 1, true)), row(b, at(3), at(6, 0, true)), row(c, at(6)));
    await writer.rewind(chainId, block(9), block(5));
    const { checkpoint, rows } = await readAll(chainId);
    expect(rows).toMatchObject([
      { since_block: 2, until_block: 5, until_log: 1, until_tx: expect.any(String), until_inferred: true },
      { since_block: 3, until_block: null, until_log: null, until_tx: null, until_inferred: false },
    ]);
    expect(checkpoint.block).toEqual(block(5));
    expect(await writer.listReplaceable(chainId)).toEqual(blocks(5, 4, 3, 2, 1, 0));
    await write(chainId, 7, row(c, at(7)));
    expect(await ask(chainId, c, 6, 7)).toEqual([0n, 1n]);
  });

  /** Six grants, each granted and revoked a few times, and then sometimes granted for good. */
  const histories = fc
    .array(fc.tuple(fc.nat(5), fc.nat(3), fc.option(fc.nat(4)), fc.boolean()), { maxLength: 30 })
    .map((steps) => {
      const free = [1, 1, 1, 1, 1, 1];
      return steps.flatMap(([which, pause, length, inferred], i) => {
        const since = (free[which] ?? 1) + pause;
        free[which] = since + (length ?? Number.POSITIVE_INFINITY);
        const until = length === null ? null : at(since + length, 2 * i + 1, inferred);
        const delegation = delegate(`${which}`, { amount: BigInt(i + 1) });
        return Number.isFinite(since) ? [row(delegation, at(since, 2 * i), until)] : [];
      });
    });
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 });

  test('leaves the same rows as if the later blocks had never been written', async () => {
    const property = fc.asyncProperty(histories, cuts, fc.nat(30), async (history, ends, any) => {
      const last = Math.max(...ends);
      const target = any % (last + 1);
      const [rewound, never] = [await openChain(), await openChain()];
      for (const end of ends.toSorted((a, b) => a - b)) await write(rewound, end, ...history);
      const before = await readAll(rewound);
      await writer.rewind(rewound, block(last), block(target));
      if (target > 0) await write(never, target, ...history);
      const [left, wanted] = [await readAll(rewound), await readAll(never)];
      expect([left.rows, left.blocks]).toEqual([wanted.rows, wanted.blocks]);
      expect(left.checkpoint.block).toEqual(block(target));
      if (target < last) await write(rewound, last, ...history);
      expect(await readAll(rewound)).toEqual(before);
    });
    await fc.assert(property, { numRuns: 30, seed: 4 });
  });
});

test('a tainted chain says why, and is not written until it is rebuilt', async () => {
  const chainId = await openChain();
  await write(chainId, 10, row(delegate('a'), at(3)), row(delegate('b'), at(8)));
  const marks = { head: 10, safe: 10, finalized: 9 };
  await writer.mark(chainId, block(10), marks, 'following');
  await writer.taint(chainId, block(10), 'block 9 was final');
  const { checkpoint } = (await reader.findSatisfying(chainId, delegate('a'))) ?? {};
  expect(checkpoint).toMatchObject({ block: block(10), state: 'tainted', reason: 'block 9 was final' });
  const refused = 'tainted and must be rebuilt first: block 9 was final';
  await expect(write(chainId, 11)).rejects.toThrow(refused);
  await expect(writer.rewind(chainId, block(10), block(9))).rejects.toThrow(refused);
  await expect(writer.mark(chainId, block(10), marks, 'following')).rejects.toThrow(refused);
  await writer.rebuild(chainId, block(0));
  const rebuilt = { block: block(0), finalized: 0, state: 'backfilling', reason: null };
  expect((await readAll(chainId)).checkpoint).toMatchObject(rebuilt);
  expect(await writer.listReplaceable(chainId)).toEqual(blocks(0));
  await write(chainId, 6, row(delegate('c'), at(6)));
  expect((await readAll(chainId)).rows).toMatchObject([{ since_block: 6 }]);
});

test('a process with an outdated checkpoint cannot taint the chain', async () => {
  const chainId = await openChain();
  await write(chainId, 3);
  await expect(writer.taint(chainId, block(2), 'too late')).rejects.toThrow(CheckpointMovedError);
  expect((await writer.findCheckpoint(chainId))?.state).toBe('following');
});

test('blocks below the newest final one are deleted, and finality never goes back', async () => {
  const chainId = await openChain();
  await write(chainId, 4);
  expect(await writer.listReplaceable(chainId)).toEqual(blocks(4, 3, 2, 1, 0));
  for (const [finalized, left] of [
    [2, blocks(4, 3, 2)],
    [1, blocks(4, 3, 2)],
    [9, blocks(4)],
  ] as const) {
    await writer.mark(chainId, block(4), { head: 4, safe: 4, finalized }, 'following');
    expect(await writer.listReplaceable(chainId)).toEqual(left);
  }
  expect((await readAll(chainId)).blocks).toMatchObject([{ number: 0 }, { number: 4 }]);
});

test('one block in ten thousand is kept forever', async () => {
  const chainId = await openChain();
  for (const last of [9_999, 10_001, 10_002, 30_000]) {
    const marks = { head: last, safe: last, finalized: last };
    await writer.commit(chainId, await createBatch(chainId, last, { replaceable: [], marks }));
  }
  expect(await writer.listAnchors(chainId)).toEqual(blocks(30_000, 10_001, 0));
});

test('standing rows are listed once, both for the requested grants and for the v1 grantors', async () => {
  const [asked, gone, own] = [delegate('1'), delegate('2'), delegate('4', v1)];
  const history = [
    row(asked, at(1, 1), at(1, 2)),
    row(asked, at(1, 3)),
    row(gone, at(1), at(2)),
    row(delegate('3'), at(1)),
    row(own, at(1)),
    row(delegate('5', { ...v1, to: other }), at(1)),
    row(delegate('6', v1), at(1), at(2)),
    row(delegate('7', { ...v1, from: other }), at(1)),
  ];
  const [chainId, elsewhere] = [await openChain(), await openChain()];
  for (const id of [chainId, elsewhere]) await write(id, 3, ...history);
  const live = await writer.listLive(chainId, [asked, gone, own], [vault]);
  expect(live.map(nameOf).toSorted()).toEqual(['1', '4', '5']);
  await writer.forget(chainId);
  expect(await writer.listLive(chainId, [asked], [vault])).toEqual([]);
  expect(await writer.listLive(elsewhere, [asked], [])).toHaveLength(1);
});

test('a chain that is forgotten leaves no rows, and another keeps its own', async () => {
  const [chainId, other] = [await openChain(), await openChain()];
  for (const id of [chainId, other]) await write(id, 2, row(delegate('1'), at(1), at(2)));
  await writer.forget(chainId);
  for (const table of ['delegation', 'change', 'block']) {
    const { rows } = await db.database.query<{ chain_id: number }>(
      `select distinct chain_id from ${table} where chain_id in ($1, $2)`,
      [chainId, other],
    );
    expect(rows, table).toEqual([{ chain_id: other }]);
  }
});
