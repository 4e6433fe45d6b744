/** Strict answers mean the same for checks, reasons, batches, lists and resolve, and name the same block. */

import type { Begun } from '@mandate/store';
import { at, block, delegate, row, wallets } from '@mandate/testing/ledger/database';
import type { LedgerApi } from '@mandate/testing/service/ledger-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, startStage } from '../operations/resolve/testing/stage.ts';

const { vault, hot } = wallets;
const contract = `0x${'c1'.padStart(40, '0')}`;
const [SAFE, HEAD] = [5, 9];
const UNLIMITED = String(2n ** 256n - 1n);

const ofContract = delegate('c1', { kind: 'contract', amount: null });
const ofWallet = delegate('c1', { kind: 'all', contract: null, amount: null });
const amount = (of: bigint) => delegate('c1', { amount: of });

interface Expected {
  readonly contract: boolean;
  readonly balance: string;
  /** The amounts of the list, in its order. */
  readonly listed: readonly (string | null)[];
  /** The blocks since which the grants stand: as they are now, and as they were at the safe block. */
  readonly since: { readonly now: readonly number[]; readonly safe: readonly number[] };
}

const NOTHING: Expected = { contract: false, balance: '0', listed: [], since: { now: [], safe: [] } };
const contractSince = (number: number): Expected => {
  return { contract: true, balance: UNLIMITED, listed: [null], since: { now: [number], safe: [number] } };
};
const CASES: readonly (readonly [name: string, history: readonly Begun[], expected: Expected])[] = [
  ['a safe grant', [row(ofContract, at(3))], contractSince(3)],
  ['a grant of the safe block', [row(ofContract, at(SAFE))], contractSince(SAFE)],
  ['a grant that is not safe', [row(ofContract, at(6))], NOTHING],
  [
    'a safe grant that was revoked, and another that is not safe',
    [row(ofContract, at(3), at(7)), row(ofWallet, at(8))],
    NOTHING,
  ],
  [
    'a grant that was revoked and granted again',
    [row(ofContract, at(3), at(6)), row(ofContract, at(8))],
    NOTHING,
  ],
  [
    'a grant that was revoked and granted again in one block',
    [row(ofContract, at(3), at(6, 1)), row(ofContract, at(6, 2))],
    NOTHING,
  ],
  [
    'an amount that was raised',
    [row(amount(4n), at(3), at(7, 1)), row(amount(9n), at(7, 1))],
    { contract: false, balance: '4', listed: ['4'], since: { now: [7], safe: [3] } },
  ],
  [
    'an amount that was lowered',
    [row(amount(9n), at(3), at(7, 1)), row(amount(4n), at(7, 1))],
    { contract: false, balance: '4', listed: ['4'], since: { now: [7], safe: [3] } },
  ],
  [
    'an amount that was lowered and raised again',
    [row(amount(9n), at(3), at(6)), row(amount(2n), at(6), at(8)), row(amount(9n), at(8))],
    { contract: false, balance: '2', listed: ['2'], since: { now: [8], safe: [3] } },
  ],
  [
    'an amount that was revoked and granted again',
    [row(amount(9n), at(3), at(6)), row(amount(9n), at(7))],
    NOTHING,
  ],
  [
    'two grants in the order of their newest rows',
    [row(amount(4n), at(2), at(7, 1)), row(amount(9n), at(7, 1)), row(ofContract, at(3))],
    { contract: true, balance: UNLIMITED, listed: [null, '4'], since: { now: [3, 7], safe: [2, 3] } },
  ],
];

/** Each case on a chain of its own, of both forms. */
const CHAINS = [false, true].flatMap((provisional) =>
  CASES.map(([name, history, expected], i) => {
    const chainId = (provisional ? CASES.length : 0) + i + 1;
    return { name, history, expected, chainId, provisional, named: block(provisional ? SAFE : HEAD) };
  }),
);

let stage: LedgerApi;
beforeAll(async () => {
  stage = await startStage(CHAINS.length);
  for (const { chainId, history, provisional } of CHAINS) {
    await stage.ledger.write(chainId, HEAD, ...history);
    const marks = { head: HEAD, safe: SAFE, finalized: 0, provisional };
    await stage.ledger.writer.mark(chainId, block(HEAD), marks, 'following');
  }
});
afterAll(() => stage?.close());

type Named = ReturnType<typeof block>;

async function get<T>(path: string, named?: Named): Promise<T> {
  const { status, body, headers } = await stage.get(path);
  expect([path, status]).toEqual([path, 200]);
  if (named) {
    expect(headers).toMatchObject({
      'x-block-number': String(named.number),
      'x-block-hash': named.hash,
      'x-block-timestamp': String(named.timestamp),
      'x-safe-block-number': String(SAFE),
      'cache-control': 'no-store',
    });
  }
  return body as T;
}

const sorted = <T>(values: readonly T[]): T[] => values.toSorted();

test.each(CHAINS)('$name (provisional: $provisional)', async ({ chainId, expected, provisional, named }) => {
  const when = 'consistency=strict&numbers=string';
  const query = `to=${hot}&from=${vault}&contract=${contract}&chainId=${chainId}&${when}`;
  expect(await get(`/registry/v2/check/contract?${query}`, named)).toBe(expected.contract);
  expect(await get(`/registry/v2/check/erc20?${query}`, named)).toBe(expected.balance);
  const listed = await get<Reason[]>(`/registry/v2/${vault}?chainId=${chainId}&${when}`, named);
  expect(listed.map((each) => each.amount)).toEqual(expected.listed);

  const explained = await get<{ value: string; because: Reason[] }>(
    `/registry/v2/check/erc20?${query}&explain=true`,
    named,
  );
  expect(explained).toMatchObject({ value: expected.balance, block: named, safeBlock: SAFE });
  expect(sorted(explained.because.map((each) => each.amount))).toEqual(sorted(expected.listed));
  const since = provisional ? expected.since.safe : expected.since.now;
  expect(sorted(explained.because.map((each) => each.block))).toEqual(since);
  for (const { block: number, transaction, since: time } of explained.because) {
    expect([transaction, time]).toEqual([at(number).tx, block(number).timestamp]);
  }

  const checks = ['contract', 'erc20'].map((kind) => {
    return { registry: 'v2', kind, to: hot, from: vault, contract, chainId };
  });
  const payload = { checks, consistency: 'strict', numbers: 'string' };
  const batch = await stage.api.app.inject({ method: 'POST', url: '/batch', payload });
  expect(JSON.parse(batch.body)).toEqual({
    answers: [{ value: expected.contract }, { value: expected.balance }],
    chains: [{ chainId, known: true, block: named, safeBlock: SAFE }],
  });

  const { wallets: found, chains } = await get<Answer>(
    `/resolve?to=${hot}&contract=${contract}&chainIds=${chainId}&registries=v2&${when}`,
  );
  expect(chains).toMatchObject([{ chainId, known: true, block: named, safeBlock: SAFE }]);
  expect(found.length > 0).toBe(expected.contract);
  const grants = found.flatMap((each) => each.grants as { broadest: Reason; narrowest: Reason }[]);
  for (const { broadest, narrowest } of grants) {
    for (const { block: number } of [broadest, narrowest]) expect(since).toContain(number);
  }

  const whole = await get<{ delegations: Reason[]; chains: unknown[] }>(
    `/wallets/${vault}?chainIds=${chainId}&registries=v2&${when}`,
  );
  expect(whole.chains).toMatchObject([{ chainId, known: true, block: named, safeBlock: SAFE }]);
  expect(sorted(whole.delegations.map((each) => each.amount))).toEqual(sorted(expected.listed));
  expect(sorted(whole.delegations.map((each) => each.block))).toEqual(since);
});

interface Reason {
  readonly amount: string | null;
  readonly block: number;
  readonly transaction: string;
  readonly since: number;
}

test('an uncertain span that overlaps the blocks since the safe one is unknown, whichever way it is asked', async () => {
  const [chainId, uncertain] = [1, { from: vault, fromBlock: 6, untilBlock: 8 }];
  const inV1 = delegate('c1', { registry: 'v1', kind: 'contract', amount: null });
  const head = HEAD + 1;
  const marks = { head, safe: SAFE, finalized: 0 };
  await stage.ledger.writer.commit(
    chainId,
    await stage.ledger.createBatch(chainId, head, {
      begun: [row(inV1, at(head))],
      uncertain: [uncertain],
      marks,
    }),
  );
  const query = `to=${hot}&from=${vault}&contract=${contract}&consistency=strict`;
  const unknown = [503, { code: 'history_uncertain' }];
  for (const path of [
    `/registry/v1/check/contract?${query}`,
    `/registry/v1/${vault}?consistency=strict`,
    `/registry/v1/${hot}?consistency=strict`,
    `/resolve?to=${hot}&contract=${contract}&chainIds=1&consistency=strict`,
    `/resolve?from=${vault}&contract=${contract}&chainIds=1&consistency=strict`,
    `/wallets/${vault}?chainIds=1&consistency=strict`,
    `/wallets/${hot}?chainIds=1&registries=v1&consistency=strict`,
  ]) {
    const { status, body } = await stage.get(path);
    expect([status, body], path).toMatchObject(unknown);
  }
  const checks = [{ registry: 'v1', kind: 'contract', to: hot, from: vault, contract }];
  const payload = { checks, consistency: 'strict' };
  const batch = await stage.api.app.inject({ method: 'POST', url: '/batch', payload });
  expect(JSON.parse(batch.body)).toMatchObject({ answers: [{ value: null, code: 'history_uncertain' }] });
  // v2 has no such doubt, and neither has the block itself.
  expect((await stage.get(`/registry/v2/check/contract?${query}`)).status).toBe(200);
  expect(
    (await stage.get(`/registry/v1/check/contract?to=${hot}&from=${vault}&contract=${contract}`)).status,
  ).toBe(200);
});
