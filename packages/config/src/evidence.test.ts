import { expect, test } from 'vitest';
import { readChains } from './shared-settings.ts';

const node = 'https://node.example/hidden';
const read = (chains: unknown) => readChains({ CHAINS: JSON.stringify(chains) });

test('the operator decides whether header hashes are computed, and whether storage is proven', () => {
  const evidenceOf = (id: number, fields: object) => {
    const { header, proofs } = read({ [id]: { nodes: [node], ...fields } })[0]?.evidence ?? {};
    return [header, proofs];
  };
  expect(evidenceOf(1, { header: false })).toEqual([false, false]);
  expect(evidenceOf(1, { proofs: false })).toEqual([true, false]);
  expect(evidenceOf(42_220, {})).toEqual([false, false]);
  expect(evidenceOf(42_220, { header: true })).toEqual([true, false]);
  expect(evidenceOf(42_220, { proofs: true })).toEqual([false, true]);
  const headersFrom = (fields: object) => read({ 10: { nodes: [node], ...fields } })[0]?.evidence.headersFrom;
  expect([headersFrom({}), headersFrom({ header: true })]).toEqual([105_300_000, 0]);
});
