import { readChains } from '@mandate/config';
import { parseAddress } from '@mandate/core';
import { answerEach, type FakeNode, startFakeNode } from '@mandate/testing/chain/fake-node';
import { numberToHex, pad } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectNodes } from './connect-nodes.ts';
import { createContractReader } from './contract-reader.ts';

const HASH = `0x${'ab'.repeat(32)}` as const;
const CONTRACT = parseAddress('0x00000000000000000000000000000000000000f1');
const CHAIN_ID = 1;
/** A contract that reads the node's gas limit, or its clock, gives each node another answer. */
const methodsOf = (node: number) => ({
  eth_chainId: () => numberToHex(CHAIN_ID),
  eth_call: () => `0x010100000001${pad(numberToHex(node), { size: 1 }).slice(2)}`,
  eth_getStorageAt: () => pad(numberToHex(node < 3 ? 1 : 2)),
});

let servers: readonly FakeNode[];
beforeAll(async () => {
  servers = await Promise.all([1, 2, 3].map((node) => startFakeNode(answerEach(methodsOf(node)))));
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));

test('a node is outvoted about the registries, and never about a contract that a client chooses', async () => {
  const nodes = servers.map(({ url }) => url);
  const [chain] = readChains({ CHAINS: JSON.stringify({ [CHAIN_ID]: { nodes } }) });
  if (!chain) throw new Error('No chain was read.');
  const votes: string[] = [];
  const voted = (_: unknown, __: unknown, { vote }: { readonly vote: string }) => votes.push(vote);
  const source = connectNodes(chain, { observers: [{ asked() {}, erred() {}, voted }] });
  const step = { kind: 'call', contract: CONTRACT, data: '0x', gas: 50_000, maxBytes: 1 } as const;
  expect(await createContractReader(source).read([[step]], HASH)).toEqual([null]);
  expect(votes).toEqual([]);
  expect(await source.readSlots(CONTRACT, [HASH], HASH)).toEqual([1n]);
  await expect.poll(() => votes.toSorted()).toEqual(['agreed', 'agreed', 'outvoted']);
});
