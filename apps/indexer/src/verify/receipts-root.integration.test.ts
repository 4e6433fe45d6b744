import { encodeGrant, type LocalChain, startLocalChain } from '@mandate/contracts';
import { createDelegation, FULL_RIGHTS, parseAddress } from '@mandate/core';
import { createNode } from '@mandate/nodes';
import { numberToHex, toHex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bloomOf } from './bloom.ts';
import { receiptsRoot } from './receipts-root.ts';

let chain: LocalChain;
beforeAll(async () => {
  chain = await startLocalChain();
});
afterAll(() => chain?.stop());

const wallet = (i: number) => parseAddress(`0xaaaa${numberToHex(i, { size: 18 }).slice(2)}`);
const hot = parseAddress('0x0000000000000000000000000000000000000407');

/**
 * Sends transactions of every kind in turn: with logs, without, failing; legacy, with an access list, with a priority
 * fee.
 */
async function send(i: number) {
  const from = wallet(i);
  const delegation = createDelegation({ registry: 'v2', kind: 'all', from, to: hot, rights: FULL_RIGHTS });
  const call = [
    { to: chain.registries.v2, data: encodeGrant(delegation) },
    { to: hot, data: '0x' },
    { to: chain.registries.v2, data: '0xdeadbeef' },
  ] as const;
  const fees = [
    { gasPrice: '0x0' },
    { gasPrice: '0x0', accessList: [] },
    { maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' },
  ];
  const request = { from, gas: toHex(200_000), ...call[i % 3], ...fees[Math.floor(i / 3) % 3] };
  await chain.client.request<{ Method: string; Parameters: unknown[]; ReturnType: unknown }>({
    method: 'eth_sendTransaction',
    params: [request],
  });
}

test.for([0, 1, 2, 17, 130, 300])('is the one in the header of a block of %d', async (count) => {
  for (let i = 0; i < count; i++) await send(i);
  await chain.client.mine({ blocks: 1 });
  const node = createNode(chain.url, chain.chainId);
  const { number: head } = await node.getHead();
  const [header] = await node.findHeaders([head]);
  const [receipts = []] = header ? await node.getReceipts([header.hash]) : [];
  expect(receipts).toHaveLength(count);
  expect(receiptsRoot(receipts)).toBe(header?.receiptsRoot);
  for (const { logs, logsBloom } of receipts) {
    expect(bloomOf(logs.flatMap(({ address, topics }) => [address, ...topics]))).toBe(logsBloom);
  }
  if (count >= 17) {
    expect(new Set(receipts.map(({ type }) => type))).toEqual(new Set([0, 1, 2]));
    expect(new Set(receipts.map(({ status }) => status))).toEqual(new Set([0, 1]));
  }
});
