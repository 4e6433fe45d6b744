/** Writes a season's delegations in one transaction. */
import { DelegateV2, rawDelegateContract, rawDelegateERC721, rawMulticall } from '@delegatexyz/sdk';
import { type Address, type Hex, http, stringToHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { base } from 'viem/chains';

const claim = stringToHex('claim', { size: 32 });

export function encodeSeason(player: Address, items: Address, ids: number[]): Hex[] {
  return [
    rawDelegateContract(player, items, claim, true),
    ...ids.map((id) => rawDelegateERC721(player, items, id, undefined, true)),
  ];
}

export async function writeSeason(key: Hex, player: Address, items: Address): Promise<Hex> {
  const account = privateKeyToAccount(key);
  const v2 = new DelegateV2({ userTransport: http(), chain: base, account });
  return v2.multicall(encodeSeason(player, items, [1, 2, 3]));
}

export const encodeAll = (player: Address, items: Address): Hex =>
  rawMulticall(encodeSeason(player, items, [7]));
