/** A vault, the delegations that it may have, and plans for them. */
import type { Network } from '@mandate/sdk';
import type { WalletDelegation } from '@mandate/sdk/explore';
import { REGISTRY_ADDRESS_V1, REGISTRY_ADDRESS_V2 } from '@mandate/sdk/write';
import { delegation, FULL } from '../../testing/delegations.ts';
import { planWrites, revocationOf } from '../plan/plan.ts';
import { writeSentence } from '../plan/sentence.ts';
import type { Address, Hex, Write } from '../plan/write.ts';

export const vault: Address = '0x00000000000000000000000000000000000c01D0';
export const mira: Address = '0x3333000000000000000000000000000000000003';
export const team: Address = '0x4444000000000000000000000000000000000004';
export const punks: Address = '0x1111000000000000000000000000000000000001';
export const coins: Address = '0x2222000000000000000000000000000000000002';
/** 24 bytes of a name's hash, then an expiry: 1 January 2030. */
export const UNTIL_2030: Hex = `0x${'ab'.repeat(24)}${(1_893_456_000).toString(16).padStart(16, '0')}`;
export const UNTIL_2031: Hex = `0x${'ab'.repeat(24)}${(1_924_992_000).toString(16).padStart(16, '0')}`;

const network = (chainId: number, name: string, v1: Address | null, v2: Address): Network => ({
  chainId,
  name,
  testnet: false,
  explorer: null,
  registries: { v1, v2 },
  proofs: false,
  publicNode: null,
});
export const V1 = REGISTRY_ADDRESS_V1;
export const V2 = REGISTRY_ADDRESS_V2;
/** Not the address of the SDK. */
const OTHER: Address = '0x0000000000000000000000000000000000000202';
const NETWORKS = [
  network(1, 'Ethereum', V1, V2),
  network(8_453, 'Base', null, V2),
  network(10, 'OP Mainnet', V1, OTHER),
  network(31_337, 'Local', null, OTHER),
];

export const row = (fields: Partial<WalletDelegation>) =>
  delegation({ from: vault, to: mira, rights: fields.registry === 'v1' ? null : FULL, ...fields });
export const ALL_V2 = row({});
export const ALL_V1 = row({ registry: 'v1' });
export const CONTRACT_V1 = row({ registry: 'v1', type: 'CONTRACT', contract: punks });
export const TOKEN_V1 = row({ registry: 'v1', type: 'TOKEN', contract: punks, tokenId: 7n });
export const TOKEN_V2 = row({ type: 'TOKEN', tokenType: 'ERC721', contract: punks, tokenId: 7n });
export const COINS_V2 = row({ type: 'TOKEN', tokenType: 'ERC20', contract: coins, amount: 500n });

export function plan(standing: readonly WalletDelegation[], writes: readonly Write[]) {
  const { transactions, after, stays, problems } = planWrites({
    vault,
    networks: NETWORKS,
    standing,
    writes,
  });
  return { transactions, after: after.map(writeSentence), stays: stays.map(writeSentence), problems };
}
export const revoke = (standing: readonly WalletDelegation[], ...rows: readonly WalletDelegation[]) =>
  plan(standing, rows.map(revocationOf));
