import { type Address, type Delegation, type Grant, getKind, grantOf, hasAmount } from '@mandate/core';
import { type Abi, encodeFunctionData, type Hex } from 'viem';
import { ABIS } from './abis.ts';
import type { LocalChain, Transaction } from './local-chain.ts';

/** Encodes the call by which `from` makes the delegation stand. */
export function encodeGrant(delegation: Delegation): Hex {
  return encodeWrite(grantOf(delegation), 'amount' in delegation ? delegation.amount : true);
}

/** Encodes the call by which `from` ends the grant. */
export function encodeRevoke(grant: Grant): Hex {
  return encodeWrite(grant, hasAmount(grant) ? 0n : false);
}

/** Returns the transaction by which `from` grants a delegation on a chain or, if `ends` is set, revokes it. */
export function writeOf(
  chain: Pick<LocalChain, 'registries'>,
  delegation: Delegation,
  ends = false,
): Transaction {
  const data = ends ? encodeRevoke(grantOf(delegation)) : encodeGrant(delegation);
  return { from: delegation.from, to: registryOf(chain, delegation), data };
}

/** Returns the contract of a delegation's registry. */
export function registryOf(
  { registries }: Pick<LocalChain, 'registries'>,
  { registry }: Pick<Grant, 'registry'>,
): Address {
  const address = registries[registry];
  if (!address) throw new Error(`The chain has no ${registry} registry.`);
  return address;
}

function encodeWrite(grant: Grant, value: boolean | bigint): Hex {
  const args = [
    grant.to,
    ...('contract' in grant ? [grant.contract] : []),
    ...('tokenId' in grant ? [grant.tokenId] : []),
    ...('rights' in grant ? [grant.rights] : []),
    value,
  ];
  const abi: Abi = ABIS[grant.registry];
  return encodeFunctionData({ abi, functionName: getKind(grant.registry, grant.kind).write, args });
}
