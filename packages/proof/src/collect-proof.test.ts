import { expect, test } from 'vitest';
import { collectProof } from './collect-proof.ts';

const NODE = `0x${'ab'.repeat(32)}` as const;
const OTHER = `0x${'cd'.repeat(40)}` as const;
const SLOT = `0x${'7'.padStart(64, '0')}` as const;
const place = { key: '0x7', value: '0xA', proof: [OTHER, NODE, `0x${'ef'.repeat(31)}`] };
const proof = { accountProof: [NODE.replace('ab', 'AB'), '0x80'], storageProof: [place] };

test('an answer of a node is its nodes, each once and none that is inside another, and its values', () => {
  expect(collectProof(proof, [SLOT])).toEqual({ nodes: [NODE, OTHER], values: [10n] });
  expect(collectProof({ accountProof: [NODE], storageProof: [] }, [])).toEqual({ nodes: [NODE], values: [] });
});

test.each<[why: string, unknown]>([
  ['The proof is not an object', null],
  ['The proof is not an object', 'proof'],
  ['It has no "storageProof" for each of 1 slots', { ...proof, storageProof: [] }],
  ['It has no "storageProof" for each of 1 slots', { ...proof, storageProof: undefined }],
  ['A storage proof is not an object', { ...proof, storageProof: [null] }],
  ['not about slot', { ...proof, storageProof: [{ ...place, key: '0x8' }] }],
  ['no word in hex', { ...proof, storageProof: [{ ...place, key: 7 }] }],
  ['no word in hex', { ...proof, storageProof: [{ ...place, value: '0x' }] }],
  ['a list of nodes missing', { ...proof, accountProof: undefined }],
  ['a node that is not hex', { ...proof, accountProof: [7] }],
  ['a node that is not hex', { ...proof, storageProof: [{ ...place, proof: ['0x123'] }] }],
])('%s: refused', (why, answer) => {
  expect(() => collectProof(answer, [SLOT])).toThrow(why);
});
