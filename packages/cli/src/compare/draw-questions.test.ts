import { type BatchCheck, findKind, type Grant, REGISTRIES } from '@mandate/sdk';
import { CONTRACT, FROM, TO } from '@mandate/testing/ledger/sample-grant';
import { expect, test } from 'vitest';
import { drawQuestions } from './draw-questions.ts';
import { createRandom } from './random.ts';

const RIGHTS = `0x${'ab'.repeat(32)}` as const;
const WHOLE: Grant = {
  registry: 'v2',
  type: 'ALL',
  from: FROM,
  to: TO,
  contract: null,
  tokenId: null,
  rights: RIGHTS,
  tokenType: null,
  amount: null,
};
const TOKEN: Grant = { ...WHOLE, type: 'TOKEN', contract: CONTRACT, tokenId: 7n, tokenType: 'ERC721' };
const OF_V1: Grant = { ...TOKEN, registry: 'v1', from: TO, to: FROM, rights: null, tokenType: null };

const draw = (seed: number, count = 500) =>
  drawQuestions(createRandom(seed), [WHOLE, TOKEN, OF_V1], count, 8453);

test('a seed repeats the questions', () => {
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
});

test('every question has the fields of its kind and no others', () => {
  for (const question of draw(3)) {
    const {
      registry,
      kind,
      chainId,
      from: _,
      to: __,
      ...rest
    } = question as BatchCheck & { rights?: string };
    const known = findKind(registry, kind);
    expect(known, `${registry} ${kind}`).toBeDefined();
    expect(chainId).toBe(8453);
    const { rights, ...scope } = rest;
    expect(Object.keys(scope).toSorted()).toEqual([...(known?.scope ?? [])].toSorted());
    if (rights !== undefined) expect(known?.hasRights).toBe(true);
  }
});

test('exact questions, near misses in every field, all kinds and sentinels are drawn', () => {
  const questions = draw(4).map((question) => question as BatchCheck & Partial<Grant>);
  const has = (fields: object) => expect(questions).toContainEqual(expect.objectContaining(fields));
  for (const [registry, kinds] of Object.entries(REGISTRIES))
    for (const kind of Object.keys(kinds)) has({ registry, kind });
  has({ kind: 'erc721', from: FROM, to: TO, contract: CONTRACT, tokenId: 7n, rights: RIGHTS });
  has({ kind: 'erc721', registry: 'v2', from: TO, to: FROM });
  has({ kind: 'erc721', tokenId: 2n ** 256n - 1n });
  has({ registry: 'v1', kind: 'token', tokenId: 6n });
  has({ registry: 'v1', from: `0x${'0'.repeat(40)}` });
  has({ registry: 'v2', from: `0x${'1'.padStart(40, '0')}` });
  has({ rights: `0x${'0'.repeat(64)}` });
  expect(questions.some(({ registry, rights }) => registry === 'v2' && rights === undefined)).toBe(true);
});
