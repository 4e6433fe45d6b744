/** The connected wallet: its account, its chain, and the chain that a transaction needs. */
import type { Network } from '@mandate/sdk';
import { getAddress } from 'viem';
import type { FoundWallet, Provider } from '../../wallets/provider.ts';
import { requestAccount } from '../../wallets/request-account.ts';
import { readFailure, WalletRefusal } from '../../wallets/wallet-failure.ts';
import type { Address } from '../plan/write.ts';
import { currencyOf } from './currency.ts';
import { readChainId } from './wallet-calls.ts';

export interface Connection {
  readonly wallet: FoundWallet;
  /** The address in the spelling of EIP-55. */
  readonly account: Address;
  readonly chainId: number;
}

/** Holds the connection. `get` and `subscribe` fit `useSyncExternalStore`. */
export interface Connections {
  /** `null` if no wallet is connected. */
  get(): Connection | null;
  subscribe(onChange: () => void): () => void;
  /** Asks the wallet for its account. Throws `WalletRefusal` if its owner declines. */
  connect(wallet: FoundWallet): Promise<Connection>;
  /** Forgets the wallet. */
  disconnect(): void;
  /** Asks the wallet to change its chain, and adds the chain where the wallet lacks it. Throws `WalletRefusal`. */
  switchChain(network: Network): Promise<void>;
}

export function createConnections(): Connections {
  let current: Connection | null = null;
  let forget: () => void = () => undefined;
  const listeners = new Set<() => void>();

  function set(next: Connection | null): void {
    current = next;
    for (const listener of listeners) listener();
  }

  function disconnect(): void {
    forget();
    forget = () => undefined;
    if (current) set(null);
  }

  /** Follows what the owner does in the wallet itself. */
  function follow({ provider }: FoundWallet): () => void {
    const events: Record<string, (value: unknown) => void> = {
      accountsChanged: (accounts) => {
        const account = Array.isArray(accounts) ? accounts[0] : undefined;
        if (typeof account !== 'string') disconnect();
        else if (current) set({ ...current, account: getAddress(account) });
      },
      chainChanged: (chainId) => {
        if (current) set({ ...current, chainId: Number(chainId) });
      },
    };
    for (const [event, listener] of Object.entries(events)) provider.on?.(event, listener);
    return () => {
      for (const [event, listener] of Object.entries(events)) provider.removeListener?.(event, listener);
    };
  }

  async function connect(wallet: FoundWallet): Promise<Connection> {
    const connection = {
      wallet,
      account: await requestAccount(wallet.provider),
      chainId: await readChainId(wallet.provider),
    };
    disconnect();
    forget = follow(wallet);
    set(connection);
    return connection;
  }

  async function switchChain(network: Network): Promise<void> {
    if (!current) throw new WalletRefusal({ message: 'Connect a wallet first.', isRejection: false });
    const { provider } = current.wallet;
    await changeChain(provider, network);
    const chainId = await waitForChain(provider, network.chainId);
    if (chainId !== current?.chainId && current) set({ ...current, chainId });
    if (chainId !== network.chainId) {
      const message = `Choose ${network.name} in your wallet, then try again.`;
      throw new WalletRefusal({ message, isRejection: false });
    }
  }

  return {
    get: () => current,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    connect,
    disconnect,
    switchChain,
  };
}

/** The connection of this page. */
export const connections: Connections = createConnections();

const SWITCH_LOOKS = 10;
const SWITCH_LOOK_MS = 200;

/** Some wallets answer before they have changed the chain. */
async function waitForChain(provider: Provider, wanted: number): Promise<number> {
  let chainId = await readChainId(provider);
  for (let look = 1; look < SWITCH_LOOKS && chainId !== wanted; look++) {
    await new Promise((resolve) => setTimeout(resolve, SWITCH_LOOK_MS));
    chainId = await readChainId(provider);
  }
  return chainId;
}

const toHexNumber = (value: number) => `0x${value.toString(16)}` as const;

async function changeChain(provider: Provider, network: Network): Promise<void> {
  const chainId = toHexNumber(network.chainId);
  const ask = () => provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
  try {
    await ask();
  } catch (error) {
    const failure = readFailure(error);
    if (!failure.isUnknownChain) throw new WalletRefusal(failure);
    if (!network.publicNode) {
      const message = `Your wallet does not have ${network.name}. Add the chain there, then try again.`;
      throw new WalletRefusal({ message, isRejection: false });
    }
    const currency = currencyOf(network.chainId);
    const chain = {
      chainId,
      chainName: network.name,
      nativeCurrency: { name: currency, symbol: currency, decimals: 18 },
      rpcUrls: [network.publicNode],
      blockExplorerUrls: network.explorer ? [network.explorer] : [],
    };
    try {
      await provider.request({ method: 'wallet_addEthereumChain', params: [chain] });
      await ask();
    } catch (again) {
      throw new WalletRefusal(readFailure(again));
    }
  }
}

interface Capabilities {
  readonly atomic?: { readonly status?: string };
  /** The name in the first drafts of EIP-5792. */
  readonly atomicBatch?: { readonly supported?: boolean };
}

/**
 * Returns true if the wallet sends several calls of this account as one (EIP-5792), and false if it does not say. A wallet
 * that is only `ready` would first turn its account into a smart one, which nobody asked for.
 */
export async function canBatch({ wallet, account }: Connection, chainId: number): Promise<boolean> {
  const id = toHexNumber(chainId);
  try {
    const answer = await wallet.provider.request({
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
