/** A page with a wallet in it that sends transactions on local chains. */
import type { LocalChain } from '@mandate/contracts';
import { type Address, parseAddress } from '@mandate/core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { ActingWorld } from './acting-world.ts';

type Hex = `0x${string}`;

/** A transaction is followed with pauses of seconds. */
const STEP_TIMEOUT_MS = 60_000;

interface Sent {
  readonly to: string;
  readonly data: Hex;
}

/** The owner's hand on the wallet. Change it while the page is open. */
export interface ActingWallet {
  account: string;
  /** Declines the next requests. */
  isRejecting: boolean;
  /** Declines to change the chain. */
  staysOnChain: boolean;
  /** Sends a transaction. The default puts it into a block at once. */
  send(chain: LocalChain, transaction: { from: Address; to: Address; data: Hex }): Promise<Hex>;
  /** Transactions that were signed so far. */
  readonly signed: Sent[];
  /** Selects another account, as its owner does in the wallet. */
  select(page: Page, account: string): Promise<void>;
}

export function createActingWallet(account: string): ActingWallet {
  return {
    account,
    isRejecting: false,
    staysOnChain: false,
    signed: [],
    async send(chain, transaction) {
      const hash = await chain.send(transaction);
      await chain.mine();
      return hash;
    },
    async select(page, next) {
      this.account = next;
      await page.evaluate(`testWallet.emit('accountsChanged', ['${next}'])`);
    },
  };
}

/** Opens a page in a browser with this wallet, which shows the first chain. */
export async function openWithActingWallet(
  { site, chains }: ActingWorld,
  url: string,
  wallet: ActingWallet,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const page = await site.open('about:blank', { permissions, ...options });
  page.setDefaultTimeout(STEP_TIMEOUT_MS);
  await page.exposeFunction('askActingWallet', (chainId: number, method: string, params: unknown[]) =>
    answer(wallet, chains, { chainId, method, params }),
  );
  await page.addInitScript({ content: WALLET_SCRIPT.replace('CHAIN_ID', String(chains[0].chainId)) });
  await page.goto(url);
  return page;
}

interface Asked {
  readonly chainId: number;
  readonly method: string;
  readonly params: unknown[];
}

/** Errors of functions that a page calls lose their codes, so they travel as values. */
async function answer(wallet: ActingWallet, chains: readonly LocalChain[], asked: Asked) {
  try {
    return { result: await handle(wallet, chains, asked) };
  } catch (error) {
    const { code = -32_000, message, data } = findCause(error);
    return { error: { code, message, data } };
  }
}

interface RpcError {
  readonly code?: number;
  readonly message?: string;
  readonly data?: unknown;
}

/** viem wraps the error of the node, which is the innermost with a code. */
function findCause(error: unknown): RpcError {
  const { cause } = error as { cause?: unknown };
  const inner = typeof cause === 'object' && cause !== null ? findCause(cause) : null;
  return inner && inner.code !== undefined ? inner : (error as RpcError);
}

class Refusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

async function handle(wallet: ActingWallet, chains: readonly LocalChain[], asked: Asked): Promise<unknown> {
  const { method, params } = asked;
  const chain = chains.find(({ chainId }) => chainId === asked.chainId);
  if (!chain) throw new Refusal(4902, `Unrecognized chain ID ${asked.chainId}.`);
  if (method === 'eth_accounts') return [wallet.account];
  if (method === 'wallet_switchEthereumChain') {
    if (wallet.staysOnChain) throw new Refusal(4001, 'User rejected the request.');
    return null;
  }
  if (method === 'eth_requestAccounts') {
    if (wallet.isRejecting) throw new Refusal(4001, 'User rejected the request.');
    return [wallet.account];
  }
  if (method === 'eth_sendTransaction') {
    if (wallet.isRejecting) throw new Refusal(4001, 'User rejected the request.');
    const [{ to, data }] = params as [Sent];
    wallet.signed.push({ to, data });
    return wallet.send(chain, { from: parseAddress(wallet.account), to: parseAddress(to), data });
  }
  if (!method.startsWith('eth_')) throw new Refusal(4200, `This wallet knows no ${method}.`);
  return chain.client.request({ method, params } as never);
}

/** Runs in the page before anything else. The wallet announces itself like an extension (EIP-6963). */
const WALLET_SCRIPT = `
  const listeners = new Map();
  globalThis.testWallet = {
    chainId: CHAIN_ID,
    emit(event, value) {
      for (const listener of listeners.get(event) ?? []) listener(value);
    },
    show(chainId) {
      this.chainId = chainId;
      this.emit('chainChanged', '0x' + chainId.toString(16));
    },
  };
  const provider = {
    async request({ method, params = [] }) {
      if (method === 'eth_chainId') return '0x' + testWallet.chainId.toString(16);
      const isSwitch = method === 'wallet_switchEthereumChain';
      const chainId = isSwitch ? Number(params[0].chainId) : testWallet.chainId;
      const { result, error } = await globalThis.askActingWallet(chainId, method, params);
      if (error) throw Object.assign(new Error(error.message), error);
      if (isSwitch) testWallet.show(chainId);
      return result;
    },
    on(event, listener) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
    },
    removeListener(event, listener) {
      listeners.set(event, (listeners.get(event) ?? []).filter((each) => each !== listener));
    },
  };
  const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';
  const info = { uuid: crypto.randomUUID(), name: 'Test Wallet', icon, rdns: 'example.wallet' };
  const detail = Object.freeze({ info, provider });
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  addEventListener('eip6963:requestProvider', announce);
  announce();
`;
