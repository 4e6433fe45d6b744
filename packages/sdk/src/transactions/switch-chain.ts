/** Has a wallet change its chain, and adds the chain where the wallet lacks it. */
import type { Network } from '../generated/networks.ts';
import { currencyOf } from './currency.ts';
import type { Provider } from './provider.ts';
import { readChainId, toHexNumber } from './wallet-calls.ts';
import { readWalletFailure } from './wallet-failure.ts';

/** A chain, as `/networks` describes it. */
export type WalletChain = Pick<Network, 'chainId' | 'name' | 'explorer' | 'publicNode'>;

const LOOKS = 10;
const LOOK_MS = 200;

/** Throws the wallet's error if it does not switch. */
export async function switchChain(provider: Provider, network: WalletChain): Promise<void> {
  const chainId = toHexNumber(network.chainId);
  const ask = () => provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
  try {
    await ask();
  } catch (error) {
    if (readWalletFailure(error).reason.code !== 'unknownChain' || !network.publicNode) throw error;
    const currency = currencyOf(network.chainId);
    const chain = {
      chainId,
      chainName: network.name,
      nativeCurrency: { name: currency, symbol: currency, decimals: 18 },
      rpcUrls: [network.publicNode],
      blockExplorerUrls: network.explorer ? [network.explorer] : [],
    };
    await provider.request({ method: 'wallet_addEthereumChain', params: [chain] });
    await ask();
  }
  // Some wallets answer before they have changed the chain.
  for (let look = 1; look < LOOKS && (await readChainId(provider)) !== network.chainId; look++)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
