import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { readChains } from '@mandate/config';
import { parseAddress } from '@mandate/core';
import { numberToHex, pad } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectNodes } from './connect-nodes.ts';
import { createContractReader } from './contract-reader.ts';

const HASH = `0x${'ab'.repeat(32)}` as const;
const CONTRACT = parseAddress('0x00000000000000000000000000000000000000f1');
const CHAIN_ID = 1;
/** A contract that reads the node's gas limit, or its clock, gives each node another answer. */
const RESULTS: Readonly<Record<string, (node: number) => unknown>> = {
  eth_chainId: () => numberToHex(CHAIN_ID),
  eth_call: (node) => `0x010100000001${pad(numberToHex(node), { size: 1 }).slice(2)}`,
  eth_getStorageAt: (node) => pad(numberToHex(node < 3 ? 1 : 2)),
};

const servers = [1, 2, 3].map((node) =>
  createServer(async (request, response) => {
    const asked = (await json(request)) as { id: number; method: string } | { id: number; method: string }[];
    const answers = [asked]
      .flat()
      .map(({ id, method }) => ({ jsonrpc: '2.0', id, result: RESULTS[method]?.(node) }));
    response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]));
  }),
);
beforeAll(() =>
  Promise.all(
    servers.map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))),
  ),
);
afterAll(() => {
  for (const server of servers) server.close();
});

test('a node is outvoted about the registries, and never about a contract that a client chooses', async () => {
  const nodes = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
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
