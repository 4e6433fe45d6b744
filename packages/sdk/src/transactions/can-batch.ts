import type { Address } from '../hex.ts';
import type { Provider } from './provider.ts';
import { toHexNumber } from './wallet-calls.ts';

interface Capabilities {
  readonly atomic?: { readonly status?: string };
  /** The name in the first drafts of EIP-5792. */
  readonly atomicBatch?: { readonly supported?: boolean };
}

/**
 * Returns true if the wallet sends several calls of this account as one (EIP-5792), and false if it does not say. A wallet
 * that is only `ready` would first turn its account into a smart one, which nobody asked for.
 */
export async function canBatch(provider: Provider, account: Address, chainId: number): Promise<boolean> {
  const id = toHexNumber(chainId);
  try {
    const answer = await provider.request({
      method: 'wallet_getCapabilities',
      params: [account, [id]],
    });
    const { [id]: here, '0x0': everywhere } = (answer ?? {}) as Record<string, Capabilities | undefined>;
    return [here, everywhere].some(
      (each) => each?.atomic?.status === 'supported' || each?.atomicBatch?.supported === true,
    );
  } catch {
    // Most wallets do not know the method.
    return false;
  }
}
