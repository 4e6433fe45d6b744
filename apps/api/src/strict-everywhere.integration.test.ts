/** Strict answers mean the same for checks, reasons, batches, lists and resolve. */
import type { Begun } from '@mandate/store';
import { at, block, delegate, row, wallets } from '@mandate/store/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type Stage, startStage } from './resolve/testing/stage.ts';

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
}

const NOTHING: Expected = { contract: false, balance: '0', listed: [] };
const CONTRACT: Expected = { contract: true, balance: UNLIMITED, listed: [null] };
const CASES: readonly (readonly [name: string, history: readonly Begun[], expected: Expected])[] = [
  ['a safe grant', [row(ofContract, at(3))], CONTRACT],
  ['a grant of the safe block', [row(ofContract, at(SAFE))], CONTRACT],
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
    { contract: false, balance: '4', listed: ['4'] },
  ],
  [
    'an amount that was lowered',
    [row(amount(9n), at(3), at(7, 1)), row(amount(4n), at(7, 1))],
    { contract: false, balance: '4', listed: ['4'] },
  ],
  [
    'an amount that was lowered and raised again',
    [row(amount(9n), at(3), at(6)), row(amount(2n), at(6), at(8)), row(amount(9n), at(8))],
    { contract: false, balance: '2', listed: ['2'] },
  ],
  [
    'an amount that was revoked and granted again',
    [row(amount(9n), at(3), at(6)), row(amount(9n), at(7))],
    NOTHING,
  ],
  [
    'two grants in the order of their newest rows',
    [row(amount(4n), at(2), at(7, 1)), row(amount(9n), at(7, 1)), row(ofContract, at(3))],
    { contract: true, balance: UNLIMITED, listed: [null, '4'] },
  ],
];

let stage: Stage;
beforeAll(async () => {
  stage = await startStage({ served: CASES.length, opened: CASES.length });
  for (const [i, [, history]] of CASES.entries()) {
    await stage.ledger.write(i + 1, HEAD, ...history);
    await stage.ledger.writer.mark(i + 1, block(HEAD), { head: HEAD, safe: SAFE, finalized: 0 }, 'following');
  }
});
afterAll(() => stage?.close());

async function get<T>(path: string): Promise<T> {
  const { status, body } = await stage.get(path);
  expect([path, status]).toEqual([path, 200]);
  return body as T;
}

test.each(CASES.map(([name, , expected], i) => [name, i + 1, expected] as const))(
  '%s',
  async (_, chainId, expected) => {
    const when = 'consistency=strict&numbers=string';
    const query = `to=${hot}&from=${vault}&contract=${contract}&chainId=${chainId}&${when}`;
    expect(await get(`/registry/v2/check/contract?${query}`)).toBe(expected.contract);
    expect(await get(`/registry/v2/check/erc20?${query}`)).toBe(expected.balance);
    const listed = await get<{ amount: string | null }[]>(`/registry/v2/${vault}?chainId=${chainId}&${when}`);
    expect(listed.map((each) => each.amount)).toEqual(expected.listed);

    const explained = await get<{ value: string; because: { amount: string | null }[]; safeBlock: number }>(
      `/registry/v2/check/erc20?${query}&explain=true`,
    );
    const amounts = (grants: readonly { amount: string | null }[]) => grants.map((each) => each.amount);
    expect([explained.value, explained.safeBlock]).toEqual([expected.balance, SAFE]);
    expect(amounts(explained.because).toSorted()).toEqual([...expected.listed].toSorted());

    const checks = ['contract', 'erc20'].map((kind) => {
      return { registry: 'v2', kind, to: hot, from: vault, contract, chainId };
    });
    const payload = { checks, consistency: 'strict', numbers: 'string' };
    const batch = await stage.api.app.inject({ method: 'POST', url: '/batch', payload });
    const { answers } = JSON.parse(batch.body) as { answers: { value: unknown }[] };
    expect(answers.map(({ value }) => value)).toEqual([expected.contract, expected.balance]);

    const { wallets: found, chains } = await get<Answer>(
      `/resolve?to=${hot}&contract=${contract}&chainIds=${chainId}&registries=v2&${when}`,
    );
    expect(chains).toMatchObject([{ chainId, known: true, block: { number: HEAD }, safeBlock: SAFE }]);
    expect(found.length > 0).toBe(expected.contract);
  },
);

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
