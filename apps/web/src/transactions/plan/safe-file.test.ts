import type { Network } from '@mandate/sdk';
import { DELEGATE_REGISTRY_V2_ABI, REGISTRY_ADDRESS_V1, REGISTRY_ADDRESS_V2 } from '@mandate/sdk/write';
import { decodeFunctionData } from 'viem';
import { expect, test } from 'vitest';
import { planWrites } from './plan.ts';
import { writeSafeFiles } from './safe-file.ts';
import type { Address } from './write.ts';

const vault: Address = '0x00000000000000000000000000000000000c01D0';
const to: Address = '0x3333000000000000000000000000000000000003';
const registries = { v1: REGISTRY_ADDRESS_V1, v2: REGISTRY_ADDRESS_V2 } as const;
const NETWORKS: Network[] = [1, 8_453].map((chainId) => ({
  chainId,
  name: `chain ${chainId}`,
  testnet: false,
  explorer: null,
  registries,
  proofs: false,
  publicNode: null,
}));

test('a file per chain, in the form of the Transaction Builder', () => {
  const { transactions } = planWrites({
    vault,
    networks: NETWORKS,
    standing: [],
    writes: [
      { action: 'revoke', chainId: 1, grant: { registry: 'v1', type: 'all', to } },
      { action: 'grant', chainId: 8_453, grant: { registry: 'v2', type: 'all', to } },
      { action: 'revokeEveryone', chainId: 1 },
    ],
  });
  const files = writeSafeFiles(transactions, new Date(1_700_000_000_000));
  expect(files.map(({ name }) => name)).toEqual([
    'mandate-1-0x0000-01D0.json',
    'mandate-8453-0x0000-01D0.json',
  ]);
  const [ethereum, base] = files.map(({ text }) => JSON.parse(text));
  expect(ethereum).toEqual({
    version: '1.0',
    chainId: '1',
    createdAt: 1_700_000_000_000,
    meta: {
      name: 'Delegations',
      description: 'Revoke a delegation on chain 1. Revoke all v1 delegations on chain 1',
      createdFromSafeAddress: vault,
    },
    transactions: [transactions[0], transactions[1]].map((transaction) => ({
      to: registries.v1,
      value: '0',
      data: transaction?.data,
      contractMethod: null,
      contractInputsValues: null,
    })),
  });
  expect(base.transactions).toHaveLength(1);
  const { functionName, args } = decodeFunctionData({
    abi: DELEGATE_REGISTRY_V2_ABI,
    data: base.transactions[0].data,
  });
  expect([functionName, args?.[0], args?.[2]]).toEqual(['delegateAll', to, true]);
});
