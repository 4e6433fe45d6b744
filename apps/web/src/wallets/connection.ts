/** The connected wallet: its account and its chain. */
import { type Address, getAddress } from 'viem';
import type { FoundWallet } from './found-wallet.ts';
import { requestAccount } from './request-account.ts';

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
  /** Reads the chain again: not every wallet tells that it changed it. */
  readChain(): Promise<void>;
}

function createConnections(): Connections {
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
      chainId: await askChain(wallet),
    };
    disconnect();
    forget = follow(wallet);
    set(connection);
    return connection;
  }

  async function readChain(): Promise<void> {
    if (!current) return;
    const chainId = await askChain(current.wallet);
    if (current && current.chainId !== chainId) set({ ...current, chainId });
  }

  return {
    get: () => current,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    connect,
    disconnect,
    readChain,
  };
}

/** The connection of this page. */
export const connections: Connections = createConnections();

async function askChain({ provider }: FoundWallet): Promise<number> {
  return Number(await provider.request({ method: 'eth_chainId' }));
}
