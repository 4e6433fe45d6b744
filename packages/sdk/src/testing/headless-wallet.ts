/** A wallet without a browser: a provider of EIP-1193 over a local chain, which signs for any account. */
import type { Address, Hex } from '../hex.ts';
import type { Provider } from '../transactions/provider.ts';

type Method = (params: readonly unknown[]) => unknown;

export interface HeadlessWallet {
  readonly provider: Provider;
  /** The transactions that it sent, the newest last. */
  readonly sent: Hex[];
  /** Answers that differ from those of the chain, by method. */
  readonly methods: Record<string, Method>;
  chainId: number;
  /** Changes the chain, as its owner does in the wallet. */
  switchTo(chainId: number): void;
  /** Tells the page about a change, e.g. of the account. */
  emit(event: string, value: unknown): void;
  /** Calls a method of the node, past the wallet. */
  ask<T>(method: string, params?: readonly unknown[]): Promise<T>;
}

export class ProviderError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export function createHeadlessWallet(url: string, account: Address, chainId: number): HeadlessWallet {
  const listeners = new Set<[string, (value: unknown) => void]>();

  async function ask<T>(method: string, params: readonly unknown[] = []): Promise<T> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body });
    const { result, error } = (await response.json()) as Answer;
    if (error) throw new ProviderError(error.code, error.message, error.data);
    return result as T;
  }

  const methods: Record<string, Method> = {
    eth_requestAccounts: () => [account],
    eth_accounts: () => [account],
    eth_chainId: () => `0x${wallet.chainId.toString(16)}`,
    eth_sendTransaction: ([transaction]) => send(transaction as object),
    wallet_switchEthereumChain: ([wanted]) => {
      const { chainId: id } = wanted as { chainId: Hex };
      wallet.switchTo(Number(id));
      return null;
    },
    wallet_getCapabilities: () => {
      throw new ProviderError(-32_601, 'The method does not exist.');
    },
  };

  async function send(transaction: object): Promise<Hex> {
    const { chainId: _, ...rest } = transaction as { chainId?: Hex };
    const hash = await ask<Hex>('eth_sendTransaction', [{ gas: '0x1000000', gasPrice: '0x0', ...rest }]);
    wallet.sent.push(hash);
    return hash;
  }

  const provider: Provider = {
    request: async ({ method, params = [] }) => {
      const answer = methods[method];
      return answer ? answer(params) : ask(method, params);
    },
    on: (event, listener) => listeners.add([event, listener]),
    removeListener: (event, listener) => {
      for (const entry of listeners) {
        if (entry[0] === event && entry[1] === listener) listeners.delete(entry);
      }
    },
  };

  const wallet: HeadlessWallet = {
    provider,
    sent: [],
    methods,
    chainId,
    switchTo(id) {
      wallet.chainId = id;
      wallet.emit('chainChanged', `0x${id.toString(16)}`);
    },
    emit(event, value) {
      for (const [name, listener] of listeners) if (name === event) listener(value);
    },
    ask,
  };
  return wallet;
}
