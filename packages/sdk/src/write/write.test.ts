import { DelegateV1, DelegateV2 } from '@delegatexyz/sdk';
import { ABIS, encodeGrant, encodeRevoke } from '@mandate/contracts';
import {
  CHAINS,
  createDelegation,
  type Delegation,
  FULL_RIGHTS,
  grantOf,
  listKinds,
  parseAddress,
  REGISTRY_IDS,
  rightsFromText,
} from '@mandate/core';
import { type Abi, encodeFunctionData, getAddress, http } from 'viem';
import { describe, expect, test } from 'vitest';
import {
  DELEGATE_REGISTRY_V1_ABI,
  DELEGATE_REGISTRY_V2_ABI,
  getRegistryAddress,
  grantCall,
  type RevocableGrant,
  revokeCall,
  type WritableGrant,
} from './index.ts';

const OURS: Record<'v1' | 'v2', Abi> = { v1: DELEGATE_REGISTRY_V1_ABI, v2: DELEGATE_REGISTRY_V2_ABI };
const CLOSED: Record<'v1' | 'v2', Abi> = {
  v1: new DelegateV1(http('http://localhost')).contractConfig.abi,
  v2: new DelegateV2({ userTransport: http('http://localhost') }).contractConfig.abi,
};

/** Writes an ABI as sorted lines. Fields without meaning for encoding are left out. */
function lines(abi: Abi, withOutputNames: boolean): string[] {
  const without = withOutputNames ? ['internalType'] : ['internalType', 'anonymous'];
  return abi
    .map((item) => {
      const { outputs, ...rest } = { outputs: [], ...item };
      const kept = withOutputNames ? outputs : outputs.map((output) => ({ ...output, name: '' }));
      const all = { ...rest, outputs: kept };
      return JSON.stringify(all, (key, value: unknown) =>
        without.includes(key)
          ? undefined
          : value && typeof value === 'object' && !Array.isArray(value)
            ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
            : value,
      ).replaceAll('"indexed":false,', '');
    })
    .toSorted();
}

describe.each(REGISTRY_IDS)('the ABI of %s', (registry) => {
  test('is the one of the closed SDK', () => {
    expect(lines(OURS[registry], true)).toEqual(lines(CLOSED[registry], true));
  });

  test('has everything that the service decodes and asks', () => {
    expect(lines(OURS[registry], false)).toEqual(expect.arrayContaining(lines(ABIS[registry] as Abi, false)));
  });
});

test('the address of each registry is that of the chain', () => {
  const known = CHAINS.flatMap(({ id, registries }) =>
    Object.entries(registries).map(([registry, address]) => [id, registry, getAddress(address)]),
  );
  const ours = known.map(([id, registry]) => [
    id,
    registry,
    getRegistryAddress(registry as 'v1' | 'v2', Number(id)),
  ]);
  expect(known.length).toBeGreaterThan(39);
  expect(ours).toEqual(known);
});

const to = parseAddress('0x0000000000000000000000000000000000000407');
const from = parseAddress('0x00000000000000000000000000000000000c01d0');
const contract = parseAddress('0xc011ec7100000000000000000000000000000001');
const tokenId = 2n ** 255n + 1n;
const amount = 10n ** 30n;

const DELEGATIONS = REGISTRY_IDS.flatMap((registry) =>
  listKinds(registry).flatMap((kind) =>
    [FULL_RIGHTS, rightsFromText('claim')].map((rights) =>
      createDelegation({ registry, kind, from, to, contract, tokenId, rights, amount }),
    ),
  ),
);

const writable = ({ kind, from: _, ...fields }: Delegation) => ({ ...fields, type: kind }) as WritableGrant;

test.each(DELEGATIONS.map((delegation) => [delegation.registry, delegation.kind, delegation] as const))(
  'grants and revocations of %s %s are encoded as the contract tests encode them',
  (_, __, delegation) => {
    const grant = writable(delegation);
    expect(encodeFunctionData(grantCall(grant))).toBe(encodeGrant(delegation));
    expect(encodeFunctionData(revokeCall(grant))).toBe(encodeRevoke(grantOf(delegation)));
  },
);

test('rights that are left out are all rights', () => {
  expect(grantCall({ registry: 'v2', type: 'all', to }).args).toEqual([to, FULL_RIGHTS, true]);
});

test('the chain decides the address', () => {
  expect(grantCall({ registry: 'v2', type: 'all', to, chainId: 324 }).address).toMatch(/^0x0000000059A24/);
});

test('an amount of 0 would revoke, so it is no grant', () => {
  const grant: WritableGrant = { registry: 'v2', type: 'erc20', to, contract, amount: 0n };
  expect(() => grantCall(grant)).toThrow('revokeCall');
  expect(revokeCall(grant).args).toEqual([to, contract, FULL_RIGHTS, 0n]);
});

test.each([
  { registry: 'v1', type: 'erc721', to, contract, tokenId },
  { registry: 'v2', type: 'token', to, contract, tokenId },
  { registry: 'v3', type: 'all', to },
])('$registry has no grants of type $type', (grant) => {
  expect(() => revokeCall(grant as unknown as RevocableGrant)).toThrow(
    `The ${grant.registry} registry has no grants of type ${grant.type}.`,
  );
});
