/** Puts a wallet into a page: one that signs messages, or one that sends transactions on local chains. */
import type { LocalChain } from '@mandate/contracts';
import { type Address, parseAddress } from '@mandate/core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Site } from './site.ts';

type Hex = `0x${string}`;

interface Asked {
  readonly chainId: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Answers a request of the page. */
type Answer = (asked: Asked) => unknown;

class Refusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const refuseMethod = (method: string) => new Refusal(4200, `This wallet knows no ${method}.`);

/** Opens a page in a browser with a wallet. */
async function openWith(
  site: Site,
  url: string,
  options: BrowserContextOptions,
  add: (page: Page) => Promise<void>,
): Promise<Page> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const page = await site.open('about:blank', { permissions, ...options });
  await add(page);
  await page.goto(url);
  return page;
}

async function addWallet(page: Page, chainId: number, answer: Answer): Promise<void> {
  await page.exposeFunction('askWallet', async (asked: Asked) => {
    // Errors of functions that a page calls lose their codes, so they travel as values.
    try {
      return { result: await answer(asked) };
    } catch (error) {
      const { code = -32_000, message, data } = findCause(error);
      return { error: { code, message, data } };
    }
  });
  await page.addInitScript({ content: WALLET_SCRIPT.replace('CHAIN_ID', String(chainId)) });
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

export interface SigningWallet {
  readonly address: Hex;
  signMessage(parameters: { message: { raw: Hex } }): Promise<Hex>;
  /** Asks the wallet's node. Without it, the wallet knows no blocks. */
  askNode?(method: string, params: readonly unknown[]): Promise<unknown>;
}

/** Opens a page with a wallet that signs messages. */
export function openWithWallet(
  site: Site,
  url: string,
  { address, signMessage, askNode }: SigningWallet,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const answer: Answer = ({ method, params }) => {
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [address];
    if (method === 'personal_sign') return signMessage({ message: { raw: params[0] as Hex } });
    if (method === 'eth_getBlockByNumber' && askNode) return askNode(method, params);
    throw refuseMethod(method);
  };
  return openWith(site, url, options, (page) => addWallet(page, 1, answer));
}

export async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Signed in until').waitFor();
}

/** A transaction is followed with pauses of seconds. */
const STEP_TIMEOUT_MS = 60_000;

interface Sent {
  readonly to: string;
  readonly data: Hex;
}

export type ActingWallet = ReturnType<typeof createActingWallet>;

/** The owner's hand on a wallet that sends transactions. Change it while the page is open. */
export function createActingWallet(account: string) {
  return {
    account,
    /** The page has asked for the account. */
    isConnected: false,
    /** Declines the next requests. */
    isRejecting: false,
    /** Declines to change the chain. */
    staysOnChain: false,
    /** Transactions that were signed so far. */
    signed: [] as Sent[],
    /** Sends a transaction. The default puts it into a block at once. */
    async send(chain: LocalChain, transaction: { from: Address; to: Address; data: Hex }): Promise<Hex> {
      const hash = await chain.send(transaction);
      await chain.mine();
      return hash;
    },
    /** Selects another account, as its owner does in the wallet. */
    async select(page: Page, next: string): Promise<void> {
      this.account = next;
      await page.evaluate(`testWallet.emit('accountsChanged', ['${next}'])`);
    },
  };
}

/** Puts the wallet into a page. It shows the first chain. */
export function addActingWallet(
  page: Page,
  chains: readonly [LocalChain, ...LocalChain[]],
  wallet: ActingWallet,
): Promise<void> {
  return addWallet(page, chains[0].chainId, (asked) => act(wallet, chains, asked));
}

/** Opens a page with this wallet. */
export function openWithActingWallet(
  { site, chains }: { readonly site: Site; readonly chains: readonly [LocalChain, ...LocalChain[]] },
  url: string,
  wallet: ActingWallet,
  options: BrowserContextOptions = {},
): Promise<Page> {
  return openWith(site, url, options, async (page) => {
    page.setDefaultTimeout(STEP_TIMEOUT_MS);
    await addActingWallet(page, chains, wallet);
  });
}

function act(wallet: ActingWallet, chains: readonly LocalChain[], { chainId, method, params }: Asked) {
  const refuse = () => new Refusal(4001, 'User rejected the request.');
  const chain = chains.find((each) => each.chainId === chainId);
  if (!chain) throw new Refusal(4902, `Unrecognized chain ID ${chainId}.`);
  if (method === 'eth_accounts') return [wallet.account];
  if (method === 'wallet_switchEthereumChain') {
    if (wallet.staysOnChain) throw refuse();
    return null;
  }
  if (method === 'eth_requestAccounts' || method === 'eth_sendTransaction') {
    if (wallet.isRejecting) throw refuse();
    if (method === 'eth_requestAccounts') {
      wallet.isConnected = true;
      return [wallet.account];
    }
    const [{ to, data }] = params as [Sent];
    wallet.signed.push({ to, data });
    return wallet.send(chain, { from: parseAddress(wallet.account), to: parseAddress(to), data });
  }
  if (!method.startsWith('eth_')) throw refuseMethod(method);
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
      const { result, error } = await globalThis.askWallet({ chainId, method, params });
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
  globalThis.ethereum = provider;
  const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';
  const info = { uuid: crypto.randomUUID(), name: 'Test Wallet', icon, rdns: 'example.wallet' };
  const detail = Object.freeze({ info, provider });
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  addEventListener('eip6963:requestProvider', announce);
  announce();
`;
