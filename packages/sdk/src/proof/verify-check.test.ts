/** Which part fails when a service lies, and what the caller must give. */
import { buildDeepState, WIDEST_QUESTION } from '@mandate/proof/testing/deep-state';
import { describe, expect, test, vi } from 'vitest';
import { InvalidParametersError } from '../client/errors.ts';
import {
  type Anchor,
  type BlockSource,
  fromClient,
  PROOF_PARTS,
  ProofError,
  type ProofQuestion,
  type ProofStep,
  type ProvenCheck,
  verifyCheck,
} from './index.ts';

const QUESTION = WIDEST_QUESTION as ProofQuestion;
const { proven: PROVEN } = buildDeepState();
const { proven: OTHER } = buildDeepState({ seed: 2, values: [] });
const ANCHOR: Anchor = { block: PROVEN.block.hash, minBlock: PROVEN.block.number };
const source =
  (hash: ProvenCheck['block']['hash'] | null, chainId = 1): BlockSource =>
  async () => ({ chainId, hash });

test('returns the answer and its block, and reports each part in order', async () => {
  const steps: ProofStep[] = [];
  const { number, hash, timestamp } = PROVEN.block;
  expect(await verifyCheck(QUESTION, PROVEN, ANCHOR, { onStep: (step) => steps.push(step) })).toEqual({
    value: true,
    block: { number, hash, timestamp },
  });
  expect(steps.map(({ part }) => part)).toEqual(PROOF_PARTS);
  for (const { detail } of steps) expect(detail).toMatch(/^[A-Z].*\.$/);
});

test('no delegation is proven as well', async () => {
  const anchor = { block: OTHER.block.hash, minBlock: 1 };
  expect(await verifyCheck(QUESTION, OTHER, anchor)).toMatchObject({ value: false });
});

const { proof, block } = PROVEN;
const [firstSlot, secondSlot, ...otherSlots] = proof.slots;
if (!firstSlot || !secondSlot) throw new Error('The widest question has six places.');

const LIES: readonly (readonly [string, ProofError['part'], object])[] = [
  ['nothing', 'form', { value: undefined, block: undefined, proof: undefined }],
  ['no proof', 'form', { proof: undefined }],
  ['a value of no kind', 'form', { value: { toString: 1 } }],
  ['a block number that is none', 'form', { block: { ...block, number: 1.5 } }],
  ['no list of nodes', 'form', { proof: { ...proof, nodes: {} } }],
  ['a node that is no text', 'form', { proof: { ...proof, nodes: [7] } }],
  ['a node in upper case', 'form', { proof: { ...proof, nodes: proof.nodes.map((n) => n.toUpperCase()) } }],
  ['too many nodes', 'form', { proof: { ...proof, nodes: Array(1_000).fill('0x00') } }],
  ['a node twice', 'form', { proof: { ...proof, nodes: [...proof.nodes, proof.nodes[0]] } }],
  ['another block', 'anchor', { block: OTHER.block }],
  ['another chain', 'anchor', { block: { ...block, chainId: 10 } }],
  ['the header of another block', 'header', { block: { ...block, header: OTHER.block.header } }],
  ['another number', 'header', { block: { ...block, number: block.number + 1 } }],
  ['another time', 'header', { block: { ...block, timestamp: block.timestamp + 1 } }],
  ['another contract', 'account', { proof: { ...proof, registry: `0x${'11'.repeat(20)}` } }],
  ['no nodes', 'account', { proof: { ...proof, nodes: [] } }],
  ['nodes of another state', 'account', { proof: { ...proof, nodes: OTHER.proof.nodes } }],
  ['no slots', 'slots', { proof: { ...proof, slots: [] } }],
  ['a slot too many', 'slots', { proof: { ...proof, slots: [...proof.slots, firstSlot] } }],
  ['slots exchanged', 'slots', { proof: { ...proof, slots: [secondSlot, firstSlot, ...otherSlots] } }],
  [
    'another value of a slot',
    'storage',
    { proof: { ...proof, slots: proof.slots.with(0, { ...firstSlot, value: secondSlot.slot }) } },
  ],
  ['a node too few', 'storage', { proof: { ...proof, nodes: proof.nodes.slice(0, -1) } }],
  ['a node too many', 'storage', { proof: { ...proof, nodes: [...proof.nodes, OTHER.proof.nodes[0]] } }],
  ['the opposite answer', 'answer', { value: false }],
  ['an amount', 'answer', { value: 1n }],
];

test.each(LIES)('%s: %s', async (_, part, lie) => {
  const given = { ...PROVEN, ...lie } as ProvenCheck;
  const error = await verifyCheck(QUESTION, given, ANCHOR).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ProofError);
  expect(error).toMatchObject({ name: 'ProofError', part });
  expect((error as ProofError).message).toMatch(new RegExp(`^Not proven \\(${part}\\): [A-Z"].+\\. .+\\.$`));
});

test('a proof of another question', async () => {
  const question = { ...QUESTION, tokenId: '4183' } as ProofQuestion;
  await expect(verifyCheck(question, PROVEN, ANCHOR)).rejects.toMatchObject({ part: 'slots' });
});

test('a registry at another address, which the caller knows', async () => {
  const address = '0x0000000059A24EB229eED07Ac44229DB56C5d797';
  await expect(verifyCheck({ ...QUESTION, address }, PROVEN, ANCHOR)).rejects.toMatchObject({
    part: 'account',
  });
});

test.each([
  ['a checksum', proof.registry.toUpperCase().replace('0X', '0x')],
  ['lower case', proof.registry],
])('takes the address of the registry with %s', async (_, registry) => {
  const given = { ...PROVEN, proof: { ...proof, registry } } as ProvenCheck;
  expect(await verifyCheck(QUESTION, given, ANCHOR)).toMatchObject({ value: true });
});

describe('amounts', () => {
  const { contract, ...rest } = { ...QUESTION, contract: undefined } as Record<string, unknown>;
  const question = { ...rest, kind: 'erc20', contract: WIDEST_QUESTION.from } as unknown as ProofQuestion;
  const { tokenId: _, ...erc20 } = question as ProofQuestion & { tokenId: unknown };
  const amount = 2n ** 200n + 1n;
  const { proven } = buildDeepState({ question: erc20 as never, values: [1n, 1n, amount, 1n, 1n, 7n] });
  const anchor: Anchor = { block: proven.block.hash, minBlock: 1 };

  test.each([amount, String(amount), Number(amount)])('%s is the same amount', async (value) => {
    expect(contract).toBeUndefined();
    expect(await verifyCheck(erc20 as ProofQuestion, { ...proven, value }, anchor)).toMatchObject({
      value: amount,
    });
  });

  test.each([amount + 1n, String(amount - 1n), `0${amount}`, 7, true])('%s is not', async (value) => {
    await expect(verifyCheck(erc20 as ProofQuestion, { ...proven, value }, anchor)).rejects.toMatchObject({
      part: 'answer',
    });
  });
});

describe('age', () => {
  const now = (seconds: number) => vi.spyOn(Date, 'now').mockReturnValue(1_000 * (block.timestamp + seconds));

  test.each([
    [60, { maxAgeSeconds: 60 }, null],
    [61, { maxAgeSeconds: 60 }, 'age'],
    [61, { maxAgeSeconds: 60, minBlock: 1 }, 'age'],
    [10, { maxAgeSeconds: 60, minBlock: block.number + 1 }, 'age'],
    [10_000_000, { minBlock: block.number }, null],
  ])('%i s old, %o: %s', async (seconds, limits, part) => {
    now(seconds);
    const verified = verifyCheck(QUESTION, PROVEN, { block: block.hash, ...limits } as Anchor);
    if (part) await expect(verified).rejects.toMatchObject({ part });
    else expect(await verified).toMatchObject({ value: true });
  });

  test('a time that makes an old block look new does not belong to its header', async () => {
    now(1_000);
    const given = { ...PROVEN, block: { ...block, timestamp: block.timestamp + 1_000 } };
    const anchor = { block: block.hash, maxAgeSeconds: 60 };
    await expect(verifyCheck(QUESTION, given, anchor)).rejects.toMatchObject({ part: 'header' });
  });
});

describe('anchors', () => {
  const verify = (anchor: Anchor['block']) => verifyCheck(QUESTION, PROVEN, { block: anchor, minBlock: 1 });

  test('one source, several that agree, and a hash in upper case', async () => {
    const upper = block.hash.toUpperCase().replace('0X', '0x') as typeof block.hash;
    for (const anchor of [source(block.hash), [source(block.hash), source(upper)], upper])
      expect(await verify(anchor)).toMatchObject({ value: true });
  });

  test.each([
    ['that is on another chain', source(block.hash, 10), 'is on chain 10'],
    ['that does not have the block', source(null), 'has no block'],
    ['that has another block', source(OTHER.block.hash), OTHER.block.hash],
    ['that contradicts others', [source(block.hash), source(OTHER.block.hash)], OTHER.block.hash],
  ])('a source %s', async (_, anchor, says) => {
    const error = await verify(anchor).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ part: 'anchor', message: expect.stringContaining(says) });
  });

  test('the error of a source that cannot be asked is thrown as it is', async () => {
    const down = new Error('The node is down.');
    await expect(verify(() => Promise.reject(down))).rejects.toBe(down);
  });

  test('a client or wallet', async () => {
    const request = vi.fn(async ({ method }: { method: string; params: unknown[] }) =>
      method === 'eth_chainId' ? '0x1' : { hash: block.hash },
    );
    expect(await verify(fromClient({ request }))).toMatchObject({ value: true });
    expect(request.mock.calls.map(([{ method, params }]) => [method, params])).toEqual([
      ['eth_chainId', []],
      ['eth_getBlockByNumber', [`0x${block.number.toString(16)}`, false]],
    ]);
    const behind = fromClient({
      request: async ({ method }: { method: string }) => method === 'eth_chainId' && 1,
    });
    await expect(verify(behind)).rejects.toThrow(/yet: verify again soon/);
  });
});

describe('parameters', () => {
  test.each([
    ['no limit of age', QUESTION, { block: block.hash }, 'maxAgeSeconds'],
    ['an age that is no number', QUESTION, { block: block.hash, maxAgeSeconds: '60' }, 'maxAgeSeconds'],
    ['an infinite age', QUESTION, { block: block.hash, maxAgeSeconds: Infinity }, 'maxAgeSeconds'],
    ['no block', QUESTION, { minBlock: 1 }, 'block'],
    ['a block number', QUESTION, { block: 7, minBlock: 1 }, 'block'],
    ['no source', QUESTION, { block: [], minBlock: 1 }, 'block'],
    ['a registry that does not exist', { ...QUESTION, registry: 'v3' }, ANCHOR, 'kind'],
    ['a kind of the other registry', { ...QUESTION, kind: 'token' }, ANCHOR, 'kind'],
    ['a kind that every object has', { ...QUESTION, kind: 'constructor' }, ANCHOR, 'kind'],
    ['no contract', { ...QUESTION, contract: undefined }, ANCHOR, 'contract'],
    ['a name as wallet', { ...QUESTION, to: 'vitalik.eth' }, ANCHOR, 'to'],
    ['a token id that is no number', { ...QUESTION, tokenId: '0x7' }, ANCHOR, 'tokenId'],
    ['a token id that is too large', { ...QUESTION, tokenId: 2n ** 256n }, ANCHOR, 'tokenId'],
    ['a misspelled field', { ...QUESTION, right: '0x' }, ANCHOR, 'right'],
  ])('%s', async (_, question, anchor, parameter) => {
    const error = await verifyCheck(question as ProofQuestion, PROVEN, anchor as Anchor).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(InvalidParametersError);
    expect((error as InvalidParametersError).errors.map((each) => each.parameter)).toEqual([parameter]);
  });
});
