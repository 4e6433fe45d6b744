import { ABIS, type Delegation, type Grant, getKind, grantOf, hasAmount } from '@mandate/core';
import { type Abi, encodeFunctionData, type Hex } from 'viem';

/** Encodes the call by which `from` makes the delegation stand. */
export function encodeGrant(delegation: Delegation): Hex {
  return encodeWrite(grantOf(delegation), 'amount' in delegation ? delegation.amount : true);
}

/** Encodes the call by which `from` ends the grant. */
export function encodeRevoke(grant: Grant): Hex {
  return encodeWrite(grant, hasAmount(grant) ? 0n : false);
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
