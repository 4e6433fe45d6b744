import { type LocalChain, startLocalChain } from '@mandate/contracts';
import { parseAddress } from '@mandate/core';
import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  DELEGATE_REGISTRY_V1_ABI,
  DELEGATE_REGISTRY_V2_ABI,
  grantCall,
  type RegistryCall,
  revokeCall,
  type WritableGrant,
} from './index.ts';

const vault = parseAddress('0x00000000000000000000000000000000000c01d0');
const to = parseAddress('0x0000000000000000000000000000000000000407');
const contract = parseAddress('0xc011ec7100000000000000000000000000000001');
const tokenId = 2n ** 200n + 1n;
const rights = `0x${'ab'.repeat(32)}` as const;

let chain: LocalChain;
beforeAll(async () => {
  chain = await startLocalChain();
});
afterAll(() => chain.stop());

async function write(call: RegistryCall) {
  await chain.send({ from: vault, to: parseAddress(call.address), data: encodeFunctionData(call) });
  await chain.mine();
}

const listV1 = (address: `0x${string}`) =>
  chain.client.readContract({
    address,
    abi: DELEGATE_REGISTRY_V1_ABI,
    functionName: 'getDelegationsByDelegate',
    args: [to],
  });
const listV2 = (address: `0x${string}`) =>
  chain.client.readContract({
    address,
    abi: DELEGATE_REGISTRY_V2_ABI,
    functionName: 'getOutgoingDelegations',
    args: [vault],
  });

const CASES: [WritableGrant, Record<string, unknown>][] = [
  [{ registry: 'v1', type: 'all', to }, { type_: 1 }],
  [{ registry: 'v1', type: 'contract', to, contract }, { type_: 2 }],
  [
    { registry: 'v1', type: 'token', to, contract, tokenId },
    { type_: 3, tokenId },
  ],
  [{ registry: 'v2', type: 'all', to }, { type_: 1 }],
  [
    { registry: 'v2', type: 'contract', to, contract, rights },
    { type_: 2, rights },
  ],
  [
    { registry: 'v2', type: 'erc721', to, contract, tokenId },
    { type_: 3, tokenId },
  ],
  [
    { registry: 'v2', type: 'erc20', to, contract, amount: 9n, rights },
    { type_: 4, amount: 9n, rights },
  ],
  [
    { registry: 'v2', type: 'erc1155', to, contract, tokenId, amount: 5n },
    { type_: 5, tokenId, amount: 5n },
  ],
];

test.each(CASES)('%o is granted and revoked', async (grant, expected) => {
  const { address } = grantCall(grant);
  const list = grant.registry === 'v1' ? listV1 : listV2;
  await write(grantCall(grant));
  expect(await list(address)).toEqual([expect.objectContaining(expected)]);
  await write(revokeCall(grant));
  expect(await list(address)).toEqual([]);
});
