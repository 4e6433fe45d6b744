/** Random writes to both registries, by so few wallets that they often interact. */
import {
  type Address,
  createDelegation,
  type Delegation,
  FULL_RIGHTS,
  grantOf,
  listKinds,
  parseAddress,
  type Registry,
  rightsFromText,
  UNLIMITED,
} from '@mandate/core';
import { encodeFunctionData, type Hex } from 'viem';
import { v1Abi } from './abis.ts';
import { type Call, type LocalChain, type Transaction, throughWallet } from './local-chain.ts';
import { integer, pick, type Random } from './random.ts';
import { encodeGrant, encodeRevoke } from './writes.ts';

const KEYED = [
  parseAddress('0xaaaa00000000000000000000000000000000000a'),
  parseAddress('0xbbbb00000000000000000000000000000000000b'),
] as const;
/** Wallets that are contracts: their transactions do not show what they revoke. */
export const SMART_WALLETS = [
  parseAddress('0xcccc00000000000000000000000000000000000c'),
  parseAddress('0xdddd00000000000000000000000000000000000d'),
] as const;
const WALLETS = [...KEYED, ...SMART_WALLETS] as const;
/** The contracts that delegations name. */
export const RANDOM_CONTRACTS = [
  parseAddress('0x1111000000000000000000000000000000000001'),
  parseAddress('0x2222000000000000000000000000000000000002'),
] as const;
const TOKEN_IDS = [0n, 7n, UNLIMITED] as const;
const AMOUNTS = [0n, 1n, 2n ** 128n, UNLIMITED] as const;
const RIGHTS = [FULL_RIGHTS, rightsFromText('vote')] as const;

/** Returns one transaction of a wallet of either kind. The chain must have `SMART_WALLETS`. */
export function randomWrite(chain: LocalChain, random: Random): Transaction {
  const actor = pick(random, WALLETS);
  const call = randomCall(chain, random, actor);
  return SMART_WALLETS.some((wallet) => wallet === actor)
    ? throughWallet(actor, [call])
    : { from: actor, ...call };
}

/** Grants are likelier than revocations, so that there is something to revoke. */
function randomCall(chain: LocalChain, random: Random, from: Address): Call {
  const { v1, v2 } = chain.registries;
  const dice = integer(random, 1, 20);
  if (v1 && dice <= 6) return { to: v1, data: randomV1Revocation(random, dice) };
  const delegation = randomDelegation(random, from, v1 && dice <= 13 ? 'v1' : 'v2');
  const to = delegation.registry === 'v1' && v1 ? v1 : v2;
  const ends = integer(random, 1, 4) === 1;
  return { to, data: ends ? encodeRevoke(grantOf(delegation)) : encodeGrant(delegation) };
}

function randomV1Revocation(random: Random, dice: number): Hex {
  const other = pick(random, WALLETS);
  if (dice === 1) return encodeFunctionData({ abi: v1Abi, functionName: 'revokeAllDelegates' });
  const functionName = dice <= 4 ? 'revokeDelegate' : 'revokeSelf';
  return encodeFunctionData({ abi: v1Abi, functionName, args: [other] });
}

function randomDelegation(random: Random, from: Address, registry: Registry): Delegation {
  const kind = pick(random, listKinds(registry));
  return createDelegation({
    registry,
    kind,
    from,
    to: pick(random, WALLETS),
    contract: pick(random, RANDOM_CONTRACTS),
    tokenId: pick(random, TOKEN_IDS),
    rights: pick(random, RIGHTS),
    amount: pick(random, AMOUNTS),
  });
}
