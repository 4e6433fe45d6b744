import { type Delegation, type Grant, grantOf, v1Abi, v2Abi } from '@mandate/core';
import { type Abi, encodeFunctionData, type Hex } from 'viem';

const V1_WRITES = {
  all: 'delegateForAll',
  contract: 'delegateForContract',
  token: 'delegateForToken',
} as const;
const V2_WRITES = {
  all: 'delegateAll',
  contract: 'delegateContract',
  erc721: 'delegateERC721',
  erc20: 'delegateERC20',
  erc1155: 'delegateERC1155',
} as const;

/** The call by which `from` makes the delegation stand. */
export function encodeGrant(delegation: Delegation): Hex {
  return encodeWrite(grantOf(delegation), 'amount' in delegation ? delegation.amount : true);
}

/** The call by which `from` ends the grant. */
export function encodeRevoke(grant: Grant): Hex {
  return encodeWrite(grant, grant.kind === 'erc20' || grant.kind === 'erc1155' ? 0n : false);
}

function encodeWrite(grant: Grant, value: boolean | bigint): Hex {
  const args = [
    grant.to,
    ...('contract' in grant ? [grant.contract] : []),
    ...('tokenId' in grant ? [grant.tokenId] : []),
    ...('rights' in grant ? [grant.rights] : []),
    value,
  ];
  const abi: Abi = grant.registry === 'v1' ? v1Abi : v2Abi;
  const functionName = grant.registry === 'v1' ? V1_WRITES[grant.kind] : V2_WRITES[grant.kind];
  return encodeFunctionData({ abi, functionName, args });
}
