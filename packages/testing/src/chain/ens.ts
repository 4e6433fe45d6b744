/** Writes names into the registry and the resolver of a local Ethereum. */
import { type Call, readSampleCode } from '@mandate/contracts';
import { type Address, parseAddress } from '@mandate/core';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { namehash } from 'viem/ens';

/** The address of ENS's registry on every chain. */
const REGISTRY = parseAddress('0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e');
const RESOLVER = parseAddress('0x00000000000000000000000000000000000e7501');

export const nameContracts = (resolver: Address): ReadonlyMap<Address, Hex> =>
  new Map([
    [REGISTRY, readSampleCode('name-registry')],
    [resolver, readSampleCode('name-resolver')],
  ]);
export const ENS_CONTRACTS = nameContracts(RESOLVER);

const abi = parseAbi([
  'function setRecord(bytes32 node, address owner, address resolver, uint64 ttl)',
  'function setAddr(bytes32 node, address a)',
  'function setName(bytes32 node, string name)',
  'function setText(bytes32 node, string key, string value)',
]);

/** Names a resolver for a node. */
export const register = (node: Hex, resolver: Address, owner = resolver, ttlS = 0n): Call => ({
  to: REGISTRY,
  data: encodeFunctionData({ abi, functionName: 'setRecord', args: [node, owner, resolver, ttlS] }),
});

export const setAddress = (node: Hex, address: Address, to = RESOLVER): Call => ({
  to,
  data: encodeFunctionData({ abi, functionName: 'setAddr', args: [node, address] }),
});

export const setName = (node: Hex, name: string, to = RESOLVER): Call => ({
  to,
  data: encodeFunctionData({ abi, functionName: 'setName', args: [node, name] }),
});

export const setText = (node: Hex, key: string, value: string, to = RESOLVER): Call => ({
  to,
  data: encodeFunctionData({ abi, functionName: 'setText', args: [node, key, value] }),
});

/** Makes a name lead to an address. */
export const leadTo = (name: string, address: Address): Call[] => [
  register(namehash(name), RESOLVER),
  setAddress(namehash(name), address),
];

export const reverseNode = (address: Address) => namehash(`${address.slice(2)}.addr.reverse`);

/** Makes an address claim a name, as its owner can with any name. */
export const claim = (address: Address, name: string): Call[] => [
  register(reverseNode(address), RESOLVER),
  setName(reverseNode(address), name),
];

/** Lets another contract answer about a name, or about the name of an address. */
export const resolveBy = (name: string, resolver: Address): Call[] => [register(namehash(name), resolver)];
export const reverseBy = (address: Address, resolver: Address): Call[] => [
  register(reverseNode(address), resolver),
];
