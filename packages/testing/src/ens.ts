/** Writes names into the registry and the resolver of a local Ethereum. */
import { type Call, readSampleCode } from '@mandate/contracts';
import { type Address, parseAddress } from '@mandate/core';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { namehash } from 'viem/ens';

const REGISTRY = parseAddress('0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e');
const RESOLVER = parseAddress('0x00000000000000000000000000000000000e7501');
export const ENS_CONTRACTS: ReadonlyMap<Address, Hex> = new Map([
  [REGISTRY, readSampleCode('name-registry')],
  [RESOLVER, readSampleCode('name-resolver')],
]);

const abi = parseAbi([
  'function setRecord(bytes32 node, address owner, address resolver, uint64 ttl)',
  'function setAddr(bytes32 node, address a)',
  'function setName(bytes32 node, string name)',
]);

/** Names a resolver for a node. */
const register = (node: Hex, resolver: Address): Call => ({
  to: REGISTRY,
  data: encodeFunctionData({ abi, functionName: 'setRecord', args: [node, resolver, resolver, 0n] }),
});

/** Makes a name lead to an address. */
export const leadTo = (name: string, address: Address): Call[] => [
  register(namehash(name), RESOLVER),
  {
    to: RESOLVER,
    data: encodeFunctionData({ abi, functionName: 'setAddr', args: [namehash(name), address] }),
  },
];

const reverseNode = (address: Address) => namehash(`${address.slice(2)}.addr.reverse`);

/** Makes an address claim a name, as its owner can with any name. */
export const claim = (address: Address, name: string): Call[] => [
  register(reverseNode(address), RESOLVER),
  {
    to: RESOLVER,
    data: encodeFunctionData({ abi, functionName: 'setName', args: [reverseNode(address), name] }),
  },
];

/** Lets another contract answer about a name, or about the name of an address. */
export const resolveBy = (name: string, resolver: Address): Call[] => [register(namehash(name), resolver)];
export const reverseBy = (address: Address, resolver: Address): Call[] => [
  register(reverseNode(address), resolver),
];
