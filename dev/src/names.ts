/** Gives the wallets names on the local Ethereum, through contracts that answer as those of ENS do. */
import { type Call, readSampleCode } from '@mandate/contracts';
import { type Address, parseAddress } from '@mandate/core';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { namehash } from 'viem/ens';
import { addressOf, CAST, type Member } from './cast.ts';

/** The address of ENS's registry on every chain. */
const REGISTRY = parseAddress('0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e');
const RESOLVER = addressOf('the resolver of names');
const TTL_S = 300n;

export const NAME_CONTRACTS: ReadonlyMap<Address, Hex> = new Map([
  [REGISTRY, readSampleCode('name-registry')],
  [RESOLVER, readSampleCode('name-resolver')],
]);

const registryAbi = parseAbi([
  'function setRecord(bytes32 node, address owner, address resolver, uint64 ttl)',
]);
const resolverAbi = parseAbi([
  'function setAddr(bytes32 node, address a)',
  'function setName(bytes32 node, string name)',
  'function setText(bytes32 node, string key, string value)',
]);

const register = (node: Hex, owner: Address): Call => ({
  to: REGISTRY,
  data: encodeFunctionData({
    abi: registryAbi,
    functionName: 'setRecord',
    args: [node, owner, RESOLVER, TTL_S],
  }),
});

/** The name leads to the address, and the address back to the name. */
function nameMember({ name, address, about }: Member): Call[] {
  const forward = namehash(name);
  const back = namehash(`${address.slice(2)}.addr.reverse`);
  const resolve = (data: Hex): Call => ({ to: RESOLVER, data });
  return [
    register(forward, address),
    register(back, address),
    resolve(encodeFunctionData({ abi: resolverAbi, functionName: 'setAddr', args: [forward, address] })),
    resolve(encodeFunctionData({ abi: resolverAbi, functionName: 'setName', args: [back, name] })),
    resolve(
      encodeFunctionData({
        abi: resolverAbi,
        functionName: 'setText',
        args: [forward, 'description', about],
      }),
    ),
  ];
}

export const listNameCalls = (): Call[] => CAST.flatMap(nameMember);
