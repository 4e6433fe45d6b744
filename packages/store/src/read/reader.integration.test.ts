import type { Answer, Question } from '@mandate/core';
import { CHECK_CASES } from '@mandate/core/check-cases';
import {
  at,
  block,
  createTestDatabase,
  createTestLedger,
  delegate,
  row,
  wallets,
} from '@mandate/testing/ledger/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Listed, ListRequest } from './list.ts';

const { vault, hot, other } = wallets;
const v1 = { registry: 'v1', kind: 'contract' } as const;
const nameOf = ({ delegation }: Listed) => 'contract' in delegation && delegation.contract.at(-1);
const request = { registry: 'v2', direction: 'from', wallet: vault, limit: 99 } as const;

const db = await createTestDatabase();
const { writer, reader, openChain, createBatch, write, ask } = createTestLedger(db.database);
afterAll(() => db.drop());

describe('a check', () => {
  test.each(CHECK_CASES)('$name', async ({ given, question, answer }) => {
    const chainId = await openChain();
    await write(chainId, 1, ...given.map((delegation, log) => row(delegation, at(1, log))));
    const before = typeof answer === 'bigint' ? 0n : false;
    expect(await ask(chainId, question, undefined, 1, 0)).toEqual([answer, answer, before]);
  });

  test('that runs together with all others gets its own answer, for its own chain and block', async () => {
    const asked: { chainId: number; question: Question; atBlock: number; answer: Answer }[] = [];
    for (const { given, question, answer } of CHECK_CASES) {
      const chainId = await openChain();
      await write(chainId, 2, ...given.map((delegation, log) => row(delegation, at(2, log))));
      const before = typeof answer === 'bigint' ? 0n : false;
      asked.push(
        { chainId, question, atBlock: 2, answer },
        { chainId, question, atBlock: 1, answer: before },
      );
    }
    const answers = asked.map(({ chainId, question, atBlock }) => ask(chainId, question, atBlock));
    expect((await Promise.all(answers)).flat()).toEqual(asked.map(({ answer }) => answer));
  });

  test('and a list name the checkpoint they were read with', async () => {
    const chainId = await openChain();
    const marks = { head: 9, safe: 6, finalized: 4 };
    await writer.commit(chainId, await createBatch(chainId, 7, { marks }));
    const place = { chainId, block: block(7), ...marks };
    const written = {
      heartbeat: expect.any(Number),
      verifiedFrom: 0,
      provisional: false,
      registries: null,
    };
    const checkpoint = { ...place, state: 'following', reason: null, rewinds: 0, ...written };
    expect(await reader.findSatisfying(chainId, delegate('a'))).toEqual({ checkpoint, found: [] });
    expect(await reader.list({ chainId, ...request })).toEqual({ checkpoint, rows: [], replaced: false });
    expect(await reader.listCheckpoints()).toContainEqual(checkpoint);
    expect(await reader.findSatisfying(999_999, delegate('a'))).toBeNull();
    expect(await reader.list({ chainId: 999_999, ...request })).toBeNull();
  });
});

describe('a past block', () => {
  const lent = delegate('a');

  test.each(['30', '15 30', '10 20 25 30'])('has what stood at its end, committed up to %s', async (ends) => {
    const chainId = await openChain();
    for (const end of ends.split(' '))
      await write(chainId, Number(end), row(lent, at(10), at(20)), row(lent, at(25)));
    expect(await ask(chainId, lent, 9, 10, 19, 20, 24, 25, undefined)).toEqual([0n, 1n, 1n, 0n, 0n, 1n, 1n]);
  });

  test('has the amount of its time', async () => {
    const chainId = await openChain();
    const more = delegate('a', { amount: 7n });
    await write(chainId, 30, row(lent, at(10), at(20)), row(more, at(20)));
    expect(await ask(chainId, lent, 9, 10, 19, 20, 30)).toEqual([0n, 1n, 1n, 7n, 7n]);
  });

  test('never has what began and ended within one block', async () => {
    const chainId = await openChain();
    const regranted = [row(lent, at(20, 0), at(20, 1)), row(lent, at(20, 2))];
    await write(chainId, 30, row(lent, at(10, 0), at(10, 1)), ...regranted);
    expect(await ask(chainId, lent, 9, 10, 11, 19, 20)).toEqual([0n, 0n, 0n, 0n, 1n]);
  });
});

describe('a list', () => {
  const HISTORY = [
    row(delegate('c'), at(5, 2)),
    row(delegate('b'), at(5, 1)),
    row(delegate('a'), at(3)),
    row(delegate('e'), at(2), at(6)),
    row(delegate('f', { from: other }), at(7)),
    row(delegate('d', { to: other }), at(8)),
    row(delegate('5', { to: vault }), at(9)),
    row(delegate('1', v1), at(4)),
  ];
  let chainId: number;
  beforeAll(async () => {
    chainId = await openChain();
    await write(chainId, 9, ...HISTORY);
    await write(await openChain(), 9, ...HISTORY, row(delegate('9'), at(1)));
  });
  const list = async (asked: Partial<ListRequest>) =>
    (await reader.list({ chainId, ...request, ...asked }))?.rows ?? [];

  test.each([
    ['abcd5', {}],
    ['', { wallet: hot }],
    ['abcf', { direction: 'to', wallet: hot }],
    ['5', { direction: 'to' }],
    ['1', { registry: 'v1' }],
    ['ab', { limit: 2 }],
    ['', { atBlock: 1 }],
    ['eabc', { atBlock: 5 }],
    ['abc', { atBlock: 6 }],
    ['eabc', { direction: 'to', wallet: hot, atBlock: 5 }],
  ] as const)('has "%s" by block and log: %j', async (names, asked) => {
    const rows = await list(asked);
    expect(rows.map(nameOf).join('')).toBe(names);
  });

  test('says where each delegation began', async () => {
    const since = { block: 3, log: 0 };
    expect((await list({ limit: 1 }))[0]).toEqual({ delegation: delegate('a'), since });
  });

  test('says where each was given for the first time ever', async () => {
    const chain = await openChain();
    const [again, more] = [delegate('a'), delegate('b')];
    await write(
      chain,
      9,
      row(again, at(2), at(4)),
      row(more, at(3, 7)),
      row(again, at(6, 1), at(7)),
      row(again, at(8)),
    );
    for (const asked of [{}, { atBlock: 9, steadySince: 8 }, { direction: 'to', wallet: hot }] as const) {
      const read = await reader.list({ chainId: chain, ...request, ...asked, withFirst: true });
      expect(read?.rows.map((each) => [nameOf(each), each.since.block, each.first])).toEqual([
        ['b', 3, { block: 3, log: 7 }],
        ['a', 8, { block: 2, log: 0 }],
      ]);
    }
    const past = await reader.list({ chainId: chain, ...request, atBlock: 6, withFirst: true });
    expect(past?.rows.map(({ first }) => first?.block)).toEqual([3, 2]);
    expect((await list({ limit: 1 }))[0]).not.toHaveProperty('first');
  });

  test.each([1, 2, 3, 4, 5, 6])('in pages of %i has each delegation exactly once', async (limit) => {
    for (const asked of [{}, { atBlock: 5 }]) {
      const rows = await list({ ...asked, limit });
      for (let last = rows.at(-1); last && rows.length < 99; ) {
        const page = await list({ ...asked, limit, after: last.since });
        rows.push(...page);
        last = page.at(-1);
      }
      expect(rows).toEqual(await list(asked));
    }
  });
});
