import { type LocalChain, readSampleCode, startLocalChain } from '@mandate/contracts';
import { type Address, parseAddress } from '@mandate/core';
import {
  type Call,
  type FakeNode,
  forwardCalls,
  reply,
  startFakeNode,
} from '@mandate/testing/chain/fake-node';
import { encodeFunctionData, type Hex, numberToHex, pad, parseAbi } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createContractReader } from './contract-reader.ts';
import { createNode } from './node.ts';
import type { ContractStep } from './reader-types.ts';

const address = (n: number) => parseAddress(`0x${n.toString(16).padStart(40, '0')}`);
const [TOKEN, POINTER, LONG, BURNER, HUGE] = [0xf1, 0xf2, 0xf3, 0xf4, 0xf5].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
const [REVERTS, ALICE, LOOKUP, ODD] = [0xf6, 0xa11ce, 0xf7, 0xf8].map(address) as [
  Address,
  Address,
  Address,
  Address,
];
/** Returns TOKEN, as the registry of ENS returns a resolver. */
const POINTS: Hex = `0x73${TOKEN.slice(2)}60005260206000f3`;
const CONTRACTS = new Map<Address, Hex>([
  [TOKEN, readSampleCode('hostile-token')],
  [POINTER, POINTS],
  // for (i = 0; i < 0xea60; i += 32) mstore(i, i); return(0, 0xea60)
  [LONG, '0x60005b80805260200180' + '61ea60' + '11600257' + '61ea606000f3'] as [Address, Hex],
  [BURNER, '0x5b600056'],
  // return(0, 0x40000): a quarter of a megabyte
  [HUGE, '0x620400006000f3'],
  [REVERTS, '0x60006000fd'],
  // revert(0, 0x1000), as OffchainLookup does with URLs
  [LOOKUP, '0x6110006000fd'],
  // Returns a word that is no address.
  [ODD, '0x6001600160ff1b60005260206000f3'],
]);
const abi = parseAbi([
  'function give(address to, uint256 tokenId)',
  'function ownerOf(uint256 tokenId) view returns (uint256)',
]);
const ownerOf = encodeFunctionData({ abi, functionName: 'ownerOf', args: [1n] });

let chain: LocalChain;
let node: FakeNode;
let sent: string[][] = [];
let gasCap = Number.POSITIVE_INFINITY;

/** Allows less gas than anvil, if a test wants it to. */
const capGas = ({ method, params }: Call): Call => {
  const [call, ...more] = params as readonly { readonly gas?: Hex }[];
  return Number(call?.gas) > gasCap
    ? { method, params: [{ ...call, gas: numberToHex(gasCap) }, ...more] }
    : { method, params };
};
/** Counts requests. */
const startProxy = () =>
  startFakeNode(async (calls) => {
    sent.push(calls.map(({ method }) => method));
    const answers = await forwardCalls(chain.url, calls.map(capGas));
    return reply(calls, answers);
  });

beforeAll(async () => {
  chain = await startLocalChain({ contracts: CONTRACTS });
  const data = encodeFunctionData({ abi, functionName: 'give', args: [ALICE, 1n] });
  await chain.send({ from: ALICE, to: TOKEN, data });
  await chain.mine();
  node = await startProxy();
});
afterAll(async () => {
  await node.stop();
  await chain.stop();
});
beforeEach(() => {
  sent = [];
  gasCap = Number.POSITIVE_INFINITY;
});

async function read(groups: readonly (readonly ContractStep[])[], needsTo = false) {
  const source = createNode(node.url, chain.chainId, { needsTo });
  const { hash } = await chain.client.getBlock();
  return createContractReader(source).read(groups, hash);
}
const call = (contract: Address, more: Partial<ContractStep> = {}): ContractStep => ({
  kind: 'call',
  contract,
  data: ownerOf,
  gas: 200_000,
  maxBytes: 64,
  ...more,
});
const returned = (bytes: Hex, length = (bytes.length - 2) / 2) => ({ type: 'returned', length, bytes });

test.each([false, true])('reads code, calls, and calls what another names; needsTo: %s', async (needsTo) => {
  const code = readSampleCode('hostile-token');
  const answers = await read(
    [
      [{ kind: 'code', contract: TOKEN, maxBytes: 3 }, call(TOKEN)],
      [call(POINTER), { kind: 'callReturned', data: ownerOf, gas: 200_000, maxBytes: 32 }],
      [{ kind: 'code', contract: ALICE, maxBytes: 3 }, call(ALICE)],
    ],
    needsTo,
  );
  expect(answers).toEqual([
    [returned(code.slice(0, 8) as Hex, (code.length - 2) / 2), returned(pad(ALICE))],
    [returned(pad(TOKEN)), returned(pad(ALICE))],
    [returned('0x'), returned('0x')],
  ]);
  const ordinary = [['eth_getCode', 'eth_call'], ['eth_call'], ['eth_getCode', 'eth_call'], ['eth_call']];
  expect(sent).toEqual([['eth_chainId'], ...(needsTo ? ordinary : [['eth_call']])]);
});

test.each([
  ['reverts', REVERTS, 'none'],
  ['has no code', ALICE, 'none'],
  ['returns no address', ODD, 'none'],
  ['returns too much', HUGE, 'none'],
  ['burns gas', BURNER, 'none'],
])('nothing is called after a contract that %s', async (_, contract, type) => {
  const next: ContractStep = { kind: 'callReturned', data: ownerOf, gas: 200_000, maxBytes: 32 };
  // The word of a call before must not be used instead.
  const groups = [[call(POINTER), call(contract), next]];
  for (const needsTo of [false, true]) expect((await read(groups, needsTo))[0]?.[2]).toEqual({ type });
});

test('hostile contracts change nothing about the answers after them', async () => {
  const [answers] = await read([[call(BURNER), call(HUGE), call(REVERTS), call(LOOKUP), call(TOKEN)]]);
  expect(answers).toEqual([
    { type: 'failed' },
    { type: 'returned', length: 0x40000, bytes: `0x${'00'.repeat(64)}`, isCostly: true },
    { type: 'reverted' },
    { type: 'reverted' },
    returned(pad(ALICE)),
  ]);
});

test('a long answer is read in parts', async () => {
  const length = 0xea60;
  const windows = [0, 23_500, 47_000, 70_500].map((firstByte) => [
    call(LONG, { firstByte, maxBytes: 23_500 }),
  ]);
  const parts = await read(windows);
  expect(await read(windows, true)).toEqual(parts);
  const bytes = parts.map((part) => (part?.[0]?.type === 'returned' ? part[0].bytes.slice(2) : '')).join('');
  const words = Array.from({ length: length / 32 }, (_, i) => (i * 32).toString(16).padStart(64, '0'));
  expect(bytes).toBe(words.join(''));
  // One request for all parts.
  expect(sent[1]).toEqual(['eth_call', 'eth_call', 'eth_call', 'eth_call']);
});

test('a node that allows little gas is asked for each contract alone', async () => {
  gasCap = 1_000_000;
  const burners = Array.from({ length: 10 }, () => [call(BURNER)]);
  const answers = await read([...burners, [call(TOKEN)]]);
  expect(answers.slice(0, 10)).toEqual(burners.map(() => [{ type: 'failed' }]));
  expect(answers[10]).toEqual([returned(pad(ALICE))]);
  gasCap = 150_000;
  // With less gas than a call may use, nothing is known.
  expect(await read([[call(TOKEN)]])).toEqual([null]);
});

test('many hostile contracts take one request', async () => {
  const groups = Array.from({ length: 25 }, (_, i) =>
    [BURNER, HUGE, LONG, REVERTS, LOOKUP].map((contract) => call(contract, { maxBytes: 100 + i })),
  );
  const answers = await read(groups);
  expect(answers.every((answer) => answer?.length === 5)).toBe(true);
  expect(sent).toHaveLength(2);
});
