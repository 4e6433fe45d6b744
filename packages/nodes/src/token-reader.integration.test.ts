import { type LocalChain, readSampleCode, startLocalChain } from '@mandate/contracts';
import { parseAddress } from '@mandate/core';
import {
  type Call,
  type FakeNode,
  forwardCalls,
  reply,
  startFakeNode,
} from '@mandate/testing/chain/fake-node';
import { encodeFunctionData, type Hex, numberToHex, pad, parseAbi } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createNode } from './node.ts';
import { createTokenReader } from './token-reader.ts';

const TOKEN = parseAddress('0x00000000000000000000000000000000000000f1');
const ALICE = parseAddress('0x00000000000000000000000000000000000a11ce');
const abi = parseAbi([
  'function behave(uint8 mode)',
  'function give(address to, uint256 tokenId)',
  'function ownerOf(uint256 tokenId) view returns (uint256)',
]);
const MODES = { honest: 0, reverts: 1, burnsGas: 2, returnsTooLittle: 3, returnsTooMuch: 4, failsForSome: 9 };
const ownerOf = (tokenId: bigint) => encodeFunctionData({ abi, functionName: 'ownerOf', args: [tokenId] });
const word = (value: Hex) => ({ type: 'word', word: pad(value) });

let chain: LocalChain;
let node: FakeNode;
let sent: { method: string; gas: number }[][] = [];
let refuseAbove = Number.POSITIVE_INFINITY;
let gasCap = Number.POSITIVE_INFINITY;
interface GivenCall {
  readonly gas?: Hex;
  readonly data?: Hex;
}
const givenOf = ({ params }: Call) => (params[0] ?? {}) as GivenCall;
const capGas = ({ method, params }: Call): Call => {
  const given = givenOf({ method, params });
  return Number(given.gas) > gasCap
    ? { method, params: [{ ...given, gas: numberToHex(gasCap) }, ...params.slice(1)] }
    : { method, params };
};

/** A node that allows less than ours: fewer bytes of code, or less gas. */
const startProxy = () =>
  startFakeNode(async (calls) => {
    sent.push(calls.map((call) => ({ method: call.method, gas: Number(givenOf(call).gas ?? 0) })));
    const isRefused = calls.some((call) => (givenOf(call).data ?? '').length > refuseAbove);
    const error = { code: -32_000, message: 'max initcode size exceeded' };
    const answers = isRefused
      ? calls.map(() => ({ error }))
      : await forwardCalls(chain.url, calls.map(capGas));
    return reply(calls, answers);
  });

beforeAll(async () => {
  chain = await startLocalChain({ contracts: new Map([[TOKEN, readSampleCode('hostile-token')]]) });
  for (let id = 1n; id <= 3n; id++)
    await chain.send({
      from: ALICE,
      to: TOKEN,
      data: encodeFunctionData({ abi, functionName: 'give', args: [ALICE, id] }),
    });
  await chain.mine();
  node = await startProxy();
});
afterAll(async () => {
  await node.stop();
  await chain.stop();
});
beforeEach(() => {
  sent = [];
  refuseAbove = Number.POSITIVE_INFINITY;
  gasCap = Number.POSITIVE_INFINITY;
});

async function behave(mode: number): Promise<void> {
  await chain.send({
    from: ALICE,
    to: TOKEN,
    data: encodeFunctionData({ abi, functionName: 'behave', args: [mode] }),
  });
  await chain.mine();
}

async function read(calls: readonly Hex[], { contract = TOKEN, needsTo = false } = {}) {
  const source = createNode(node.url, chain.chainId, { needsTo });
  const { hash } = await chain.client.getBlock();
  if (!hash) throw new Error('The newest block has no hash.');
  return createTokenReader(source).read(contract, calls, hash);
}

test.each([
  ['behaves', MODES.honest, [word(ALICE), { type: 'reverted' }]],
  ['reverts', MODES.reverts, [{ type: 'reverted' }, { type: 'reverted' }]],
  ['burns gas', MODES.burnsGas, [{ type: 'failed' }, { type: 'failed' }]],
  ['returns too little', MODES.returnsTooLittle, [{ type: 'failed' }, { type: 'failed' }]],
  ['returns too much', MODES.returnsTooMuch, [word('0x00'), word('0x00')]],
  [
    'reverts because an inner call used up its gas',
    MODES.failsForSome,
    [{ type: 'failed' }, { type: 'reverted' }],
  ],
])('a contract that %s', async (_, mode, answers) => {
  await behave(mode);
  expect(await read([ownerOf(1n), ownerOf(8n)])).toEqual(answers);
  expect(sent.map((calls) => calls.map(({ method }) => method))).toEqual([['eth_chainId'], ['eth_call']]);
  expect(await read([ownerOf(1n), ownerOf(8n)], { needsTo: true })).toEqual(answers);
  expect(sent[3]).toHaveLength(2);
});

test('an address without code tells nothing', async () => {
  expect(await read([ownerOf(1n)], { contract: ALICE })).toEqual([{ type: 'failed' }]);
});

test('many calls go in one request, and each question is small enough for most nodes', async () => {
  await behave(MODES.honest);
  const answers = await read(Array.from({ length: 200 }, (_, i) => ownerOf(BigInt(i % 5))));
  expect(answers.filter(({ type }) => type === 'word')).toHaveLength(120);
  expect(sent).toHaveLength(2);
  for (const { gas } of sent[1] ?? []) expect(gas).toBeLessThan(50e6);
});

test('a node that refuses long code gets shorter code', async () => {
  refuseAbove = 2_500;
  const answers = await read(Array.from({ length: 40 }, (_, i) => ownerOf(BigInt(i % 4))));
  expect(answers.filter(({ type }) => type === 'word')).toHaveLength(30);
});

test('a node that allows little gas is asked in smaller parts, and no call gets less than its gas', async () => {
  await behave(MODES.burnsGas);
  gasCap = 5_000_000;
  const answers = await read(Array.from({ length: 20 }, () => ownerOf(1n)));
  expect(new Set(answers.map(({ type }) => type))).toEqual(new Set(['failed']));
  await behave(MODES.honest);
  gasCap = 400_000;
  // With less than one call needs at most, nothing is known, and nobody is called without an owner.
  expect(await read([ownerOf(8n)])).toEqual([{ type: 'failed' }]);
});
