/** Lets the wallet of a page delegate everything to a phone, and waits for the transaction. */
import { DelegateV2 } from '@delegatexyz/sdk';
import { type Address, custom, type EIP1193Provider } from 'viem';
import { mainnet } from 'viem/chains';

export async function delegateToPhone(ethereum: EIP1193Provider, phone: Address): Promise<bigint> {
  const [account] = await ethereum.request({ method: 'eth_requestAccounts' });
  const v2 = new DelegateV2({
    userTransport: custom(ethereum),
    chain: mainnet,
    ...(account ? { account } : {}),
  });
  const hash = await v2.delegateAll(phone, undefined, true);
  const { blockNumber } = await v2.publicClient.waitForTransactionReceipt({ hash });
  return blockNumber;
}
