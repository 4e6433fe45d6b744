/** The connected wallet: its account and its chain. Loaded on use. */
import { type Address, getAddress } from 'viem';
import { setConnected } from './connected.ts';
import type { FoundWallet } from './found-wallet.ts';
import { remember } from './remembered.ts';
import { requestAccount } from './request-account.ts';

export interface Connection {
  readonly wallet: FoundWallet;
  /** The address in the spelling of EIP-55. */
  readonly account: Address;
  readonly chainId: number;
}

let current: Connection | null = null;
let unfollow: () => void = () => undefined;
const listeners = new Set<() => void>();

function set(next: Connection | null): void {
  current = next;
  setConnected(next && { address: next.account, walletName: next.wallet.name, icon: next.wallet.icon });
  for (const listener of listeners) listener();
}

/** Follows what the owner does in the wallet itself. */
function follow({ provider }: FoundWallet): () => void {
  const events: Record<string, (value: unknown) => void> = {
    accountsChanged: (accounts) => {
      const account = Array.isArray(accounts) ? accounts[0] : undefined;
      if (typeof account !== 'string') drop();
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

function drop(): void {
  unfollow();
  unfollow = () => undefined;
  if (current) set(null);
}

async function begin(wallet: FoundWallet, account: Address): Promise<void> {
  const chainId = await askChain(wallet);
  drop();
  unfollow = follow(wallet);
  set({ wallet, account, chainId });
}

async function askChain({ provider }: FoundWallet): Promise<number> {
  return Number(await provider.request({ method: 'eth_chainId' }));
}

/** The connection of this page. `get` and `subscribe` fit `useSyncExternalStore`. */
export const connections = {
  /** `null` if no wallet is connected. */
  get: (): Connection | null => current,
  subscribe(onChange: () => void): () => void {
    listeners.add(onChange);
    return () => listeners.delete(onChange);
  },
  /** Asks the wallet for its account, and remembers the wallet. Throws `WalletRefusal` if its owner declines. */
  async connect(wallet: FoundWallet): Promise<void> {
    await begin(wallet, await requestAccount(wallet.provider));
    remember(wallet.kind);
  },
  /** Connects a wallet that still shows its account to this page. It asks its owner nothing. */
  async reconnect(wallet: FoundWallet): Promise<void> {
    const accounts = await wallet.provider.request({ method: 'eth_accounts' });
    const account: unknown = Array.isArray(accounts) ? accounts[0] : null;
    // Meanwhile its owner may have connected another one.
    if (typeof account === 'string' && current === null) await begin(wallet, getAddress(account));
  },
  /** Forgets the wallet. */
  disconnect(): void {
    remember(null);
    drop();
  },
  /** Reads the chain again: not every wallet tells that it changed it. */
  async readChain(): Promise<void> {
    if (!current) return;
    const chainId = await askChain(current.wallet);
    if (current && current.chainId !== chainId) set({ ...current, chainId });
  },
};
