/** Smart-contract wallets that can sign, before or after they are deployed. */
import { type Address, parseAddress } from '@mandate/core';
import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem';
import type { LocalChain } from './local-chain.ts';
import { readSigningWalletFactoryCode } from './registry-code.ts';

const abi = parseAbi(['function create(address owner, bytes32 salt) returns (address)']);
const FACTORY = parseAddress('0xfac7000000000000000000000000000000000001');
const SENDER = parseAddress('0x0e1a7e0000000000000000000000000000000002');

export interface SigningWallet {
  readonly address: Address;
  /** The call that deploys the wallet, for a signature from before its deployment. */
  readonly factory: Address;
  readonly factoryData: Hex;
  deploy(): Promise<void>;
}

/** Computes the address of the owner's wallet. Wallets of one owner differ by their salt. */
export async function prepareSigningWallet(
  { client, send, mine }: LocalChain,
  owner: Address,
  salt: Hex,
): Promise<SigningWallet> {
  await client.setCode({ address: FACTORY, bytecode: readSigningWalletFactoryCode() });
  const factoryData = encodeFunctionData({ abi, functionName: 'create', args: [owner, salt] });
  const { data = '0x' } = await client.call({ to: FACTORY, data: factoryData });
  return {
    address: parseAddress(decodeFunctionResult({ abi, functionName: 'create', data })),
    factory: FACTORY,
    factoryData,
    async deploy() {
      await send({ from: SENDER, to: FACTORY, data: factoryData });
      await mine();
    },
  };
}
