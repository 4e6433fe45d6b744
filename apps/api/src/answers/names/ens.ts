/** Asks the registry and the resolvers of ENS directly. URLs that a resolver gives are never followed. */
import { type Address, parseAddress } from '@mandate/core';
import type { StepAnswer, StepGroup } from '@mandate/nodes';
import { encodeFunctionData, type Hex, parseAbi, prepareEncodeFunctionData } from 'viem';
import { namehash } from 'viem/ens';
import { isContractCode, readCode } from './contracts.ts';
import { readText, readWord } from './decode-text.ts';
import { findNormal } from './normal-form.ts';

const REGISTRY = parseAddress('0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e');
const GAS = 250_000;
const WORD = 32;
const MAX_NAME_BYTES = 2 * WORD + 256;
/** A longer name is not shown: a part of it would be another name. */
const MAX_CHARACTERS = 64;

const resolver = prepareEncodeFunctionData({
  abi: parseAbi(['function resolver(bytes32 node) view returns (address)']),
  functionName: 'resolver',
});
const addr = prepareEncodeFunctionData({
  abi: parseAbi(['function addr(bytes32 node) view returns (address)']),
  functionName: 'addr',
});
const nameOfNode = prepareEncodeFunctionData({
  abi: parseAbi(['function name(bytes32 node) view returns (string)']),
  functionName: 'name',
});

/** Calls the resolver that the registry names for a node. */
const askResolver = (node: Hex, data: Hex, maxBytes: number): StepGroup => [
  {
    kind: 'call',
    contract: REGISTRY,
    data: encodeFunctionData({ ...resolver, args: [node] }),
    gas: GAS,
    maxBytes: WORD,
  },
  { kind: 'callReturned', data, gas: GAS, maxBytes },
];

export function stepsOfForward(name: string): StepGroup {
  const node = namehash(name);
  return askResolver(node, encodeFunctionData({ ...addr, args: [node] }), WORD);
}

/** `null` if the name does not exist, has no address, or its resolver wants a lookup outside the chain. */
export function readForward([, answer]: readonly StepAnswer[]): Address | null {
  const word = readWord(answer);
  if (word === null || word === 0n || word >> 160n) return null;
  return parseAddress(`0x${word.toString(16).padStart(40, '0')}`);
}

/** The name that an address claims. Only its owner can set it, but to any name. */
export interface Reverse {
  readonly claimed: string | null;
  readonly isContract: boolean;
}

export function stepsOfReverse(address: Address): StepGroup {
  const node = namehash(`${address.slice(2).toLowerCase()}.addr.reverse`);
  return [
    readCode(address),
    ...askResolver(node, encodeFunctionData({ ...nameOfNode, args: [node] }), MAX_NAME_BYTES),
  ];
}

export function readReverse([code, , answer]: readonly StepAnswer[]): Reverse {
  const found = readText(answer);
  const claimed = found?.isWhole ? found.text : '';
  return { claimed: isNormal(claimed) ? claimed : null, isContract: isContractCode(code) };
}

/** A name that is spelled another way than its normal form may look like another name. */
function isNormal(name: string): boolean {
  return name.length > 0 && name.length <= MAX_CHARACTERS && findNormal(name) === name;
}
