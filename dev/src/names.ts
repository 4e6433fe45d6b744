/** Gives the wallets names on the local Ethereum, through contracts that answer as those of ENS do. */
import type { Call } from '@mandate/contracts';
import {
  nameContracts,
  register,
  reverseNode,
  setAddress,
  setName,
  setText,
} from '@mandate/testing/chain/ens';
import { namehash } from 'viem/ens';
import { addressOf, CAST, type Member } from './cast.ts';

const RESOLVER = addressOf('the resolver of names');
const TTL_S = 300n;

export const NAME_CONTRACTS = nameContracts(RESOLVER);

/** The name leads to the address, and the address back to the name. */
function nameMember({ name, address, about }: Member): Call[] {
  const [forward, back] = [namehash(name), reverseNode(address)];
  return [
    register(forward, RESOLVER, address, TTL_S),
    register(back, RESOLVER, address, TTL_S),
    setAddress(forward, address, RESOLVER),
    setName(back, name, RESOLVER),
    setText(forward, 'description', about, RESOLVER),
  ];
}

export const listNameCalls = (): Call[] => CAST.flatMap(nameMember);
