import type { Provider } from '@mandate/sdk/transactions';
import { type Address, getAddress } from 'viem';
import { refusalOf, WalletRefusal } from './say-reason.ts';

/** Asks the wallet for its selected account. Throws `WalletRefusal` if its owner declines. */
export async function requestAccount(provider: Provider): Promise<Address> {
  const accounts = await askWallet(provider, 'eth_requestAccounts', []);
  const account = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof account !== 'string') {
    throw new WalletRefusal('The wallet has no account to show. Unlock it and try again.');
  }
  return getAddress(account);
}

/** Calls a method that the owner has to allow. */
export async function askWallet(
  provider: Provider,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  try {
    return await provider.request({ method, params });
  } catch (error) {
    throw refusalOf(error);
  }
}
