/** Tests the types of writes with viem's. `tsc -p .` checks this file; nothing runs it. */
import { type Address, createWalletClient, encodeFunctionData, http } from 'viem';
import { mainnet } from 'viem/chains';
import { grantCall, revokeCall, type WritableGrant } from './index.ts';

const account: Address = '0x00000000000000000000000000000000000c01d0';
const to: Address = '0x0000000000000000000000000000000000000407';
const contract: Address = '0xC011eC7100000000000000000000000000000001';
const wallet = createWalletClient({ account, chain: mainnet, transport: http() });

// Calls fit `writeContract`, whether the registry is known or not.
await wallet.writeContract(grantCall({ registry: 'v2', type: 'all', to }));
declare const ofV2: Extract<WritableGrant, { registry: 'v2' }>;
await wallet.writeContract(grantCall(ofV2));
await wallet.writeContract(revokeCall({ registry: 'v1', type: 'token', to, contract, tokenId: 1n }));
declare const any: WritableGrant;
await wallet.writeContract(grantCall(any));
encodeFunctionData(revokeCall(any));

// A revocation needs no amount.
revokeCall({ registry: 'v2', type: 'erc20', to, contract });

// @ts-expect-error A grant of an ERC20 needs its amount.
grantCall({ registry: 'v2', type: 'erc20', to, contract });
// @ts-expect-error v1 has no rights.
grantCall({ registry: 'v1', type: 'all', to, rights: '0x01' });
// @ts-expect-error v1 does not tell tokens apart.
grantCall({ registry: 'v1', type: 'erc721', to, contract, tokenId: 1n });
// @ts-expect-error v2 does.
grantCall({ registry: 'v2', type: 'token', to, contract, tokenId: 1n });
// @ts-expect-error A token has a contract.
grantCall({ registry: 'v2', type: 'erc721', to, tokenId: 1n });
// @ts-expect-error A grant of a contract names no token.
grantCall({ registry: 'v2', type: 'contract', to, contract, tokenId: 1n });
// @ts-expect-error A number would lose digits.
grantCall({ registry: 'v2', type: 'erc721', to, contract, tokenId: 1 });
