import { createRandom, encodeGrant, encodeRevoke, integer, pick, type Random } from '@mandate/contracts';
import {
  createDelegation,
  type Delegation,
  FULL_RIGHTS,
  grantOf,
  listKinds,
  parseAddress,
  parseRights,
  REGISTRY_IDS,
} from '@mandate/core';
import { encodeFunctionData, toFunctionSelector } from 'viem';
import { expect, test } from 'vitest';
import { encodeCall } from './encode-call.ts';
import {
  DELEGATE_REGISTRY_V1_ABI,
  DELEGATE_REGISTRY_V2_ABI,
  grantCall,
  type RevocableGrant,
  revokeAllDelegatesCall,
  revokeCall,
  revokeDelegateCall,
  revokeSelfCall,
  type WritableGrant,
} from './index.ts';
import { multicallCall } from './multicall-call.ts';

const SEED = 22;
const GRANTS = 2_000;
const MULTICALLS = 200;

const bytes = (random: Random, count: number) =>
  Array.from({ length: count }, () => integer(random, 0, 255).toString(16).padStart(2, '0')).join('');
const randomAddress = (random: Random) => parseAddress(`0x${bytes(random, 20)}`);
/** Small numbers, huge ones and everything between. */
const randomNumber = (random: Random) => BigInt(`0x${bytes(random, integer(random, 1, 32))}`);

function randomDelegation(random: Random, registry = pick(random, REGISTRY_IDS)): Delegation {
  return createDelegation({
    registry,
    kind: pick(random, listKinds(registry)),
    from: randomAddress(random),
    to: randomAddress(random),
    contract: randomAddress(random),
    tokenId: randomNumber(random),
    rights: pick(random, [FULL_RIGHTS, parseRights(`0x${bytes(random, 32)}`)]),
    amount: randomNumber(random) || 1n,
  });
}

const writable = ({ kind, from: _, ...fields }: Delegation) => ({ ...fields, type: kind }) as WritableGrant;

test(`${GRANTS} random grants and revocations are encoded as core's ABIs do (seed ${SEED})`, () => {
  const random = createRandom(SEED);
  const kinds = new Set<string>();
  for (let i = 0; i < GRANTS; i++) {
    const delegation = randomDelegation(random);
    kinds.add(`${delegation.registry} ${delegation.kind}`);
    const grant = writable(delegation);
    expect(encodeCall(grantCall(grant))).toBe(encodeGrant(delegation));
    expect(encodeCall(revokeCall(grant))).toBe(encodeRevoke(grantOf(delegation)));
  }
  expect(kinds.size).toBe(8);
});

test('random multicalls are encoded as viem does', () => {
  const random = createRandom(SEED);
  for (let i = 0; i < MULTICALLS; i++) {
    const grants = Array.from({ length: integer(random, 1, 12) }, () => randomDelegation(random, 'v2'));
    const call = multicallCall(
      grants.map((each, j) => (j % 2 ? revokeCall(writable(each)) : grantCall(writable(each)))),
    );
    const data = grants.map((each, j) => (j % 2 ? encodeRevoke(grantOf(each)) : encodeGrant(each)));
    expect(call.args[0]).toEqual(data);
    expect(encodeCall(call)).toBe(
      encodeFunctionData({ abi: DELEGATE_REGISTRY_V2_ABI, functionName: 'multicall', args: [data] }),
    );
  }
});

const to = parseAddress('0x0000000000000000000000000000000000000407');
const contract = parseAddress('0xc011ec7100000000000000000000000000000001');

test('the revocations that only v1 has are encoded as viem does', () => {
  const abi = DELEGATE_REGISTRY_V1_ABI;
  expect(encodeCall(revokeDelegateCall(to))).toBe(
    encodeFunctionData({ abi, functionName: 'revokeDelegate', args: [to] }),
  );
  expect(encodeCall(revokeSelfCall(to))).toBe(
    encodeFunctionData({ abi, functionName: 'revokeSelf', args: [to] }),
  );
  expect(encodeCall(revokeAllDelegatesCall())).toBe(toFunctionSelector('function revokeAllDelegates()'));
});

test('a multicall takes calls of one v2 registry', () => {
  const refused = 'A multicall takes grants and revocations of one v2 registry.';
  const v1 = revokeCall({ registry: 'v1', type: 'all', to });
  const v2 = revokeCall({ registry: 'v2', type: 'all', to });
  const elsewhere = revokeCall({ registry: 'v2', type: 'all', to, chainId: 324 });
  expect(() => multicallCall([v2, v1])).toThrow(refused);
  expect(() => multicallCall([v2, elsewhere])).toThrow(refused);
  expect(() => multicallCall([multicallCall([v2])])).toThrow(refused);
  expect(() => multicallCall([])).toThrow('at least one call');
});

test.each([
  ['a short address', { registry: 'v2', type: 'all', to: '0x1234' }, 'Not address: 0x1234'],
  ['a name', { registry: 'v1', type: 'all', to: 'mira.eth' }, 'Not address: mira.eth'],
  ['short rights', { registry: 'v2', type: 'all', to, rights: '0x01' }, 'Not bytes32: 0x01'],
  ['a negative token', { registry: 'v2', type: 'erc721', to, contract, tokenId: -1n }, 'Not uint256: -1'],
  [
    'a token above 256 bits',
    { registry: 'v1', type: 'token', to, contract, tokenId: 2n ** 256n },
    'Not uint256',
  ],
  ['a token as a number', { registry: 'v2', type: 'erc721', to, contract, tokenId: 1 }, 'Not uint256: 1'],
])('%s is refused', (_, grant, message) => {
  expect(() => encodeCall(revokeCall(grant as RevocableGrant))).toThrow(message);
});
