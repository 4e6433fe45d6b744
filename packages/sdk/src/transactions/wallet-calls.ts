/** Calls to the chain through the wallet, whose node is the one that its owner trusts. */
import { type Address, type Hex, isSame } from '../hex.ts';
import type { Provider } from './provider.ts';

export async function readChainId(provider: Provider): Promise<number> {
  return Number(await provider.request({ method: 'eth_chainId' }));
}

/** Returns the account that the wallet shows. `null` if it shows none. */
export async function readAccount(provider: Provider): Promise<Address | null> {
  const accounts = await provider.request({ method: 'eth_accounts' });
  const account: unknown = Array.isArray(accounts) ? accounts[0] : null;
  return typeof account === 'string' ? (account as Address) : null;
}

export const toHexNumber = (value: number) => `0x${value.toString(16)}` as const;

export interface Receipt {
  readonly block: number;
  readonly blockHash: Hex;
  readonly succeeded: boolean;
}

interface RawReceipt {
  readonly blockNumber: Hex | null;
  readonly blockHash: Hex;
  readonly status?: Hex;
}

export async function findReceipt(provider: Provider, hash: Hex): Promise<Receipt | null> {
  const found = (await provider.request({
    method: 'eth_getTransactionReceipt',
    params: [hash],
  })) as RawReceipt | null;
  if (!found?.blockNumber) return null;
  return {
    block: Number(found.blockNumber),
    blockHash: found.blockHash,
    succeeded: found.status !== '0x0',
  };
}

export interface SentTransaction {
  readonly hash: Hex;
  readonly from: Address;
  readonly to: Address | null;
  readonly nonce: number;
  readonly data: Hex;
}

interface RawTransaction {
  readonly hash: Hex;
  readonly from: Address;
  readonly to: Address | null;
  readonly nonce: Hex;
  readonly input?: Hex;
  readonly data?: Hex;
}

const readTransaction = ({ hash, from, to, nonce, input, data }: RawTransaction): SentTransaction => ({
  hash,
  from,
  to,
  nonce: Number(nonce),
  data: input ?? data ?? '0x',
});

/** Returns null if the wallet's node does not know the transaction. */
export async function findTransaction(provider: Provider, hash: Hex): Promise<SentTransaction | null> {
  const found = (await provider.request({
    method: 'eth_getTransactionByHash',
    params: [hash],
  })) as RawTransaction | null;
  return found && readTransaction(found);
}

/** Returns how many transactions an account has sent, up to a block or with those that wait. */
export async function countTransactions(
  provider: Provider,
  account: Address,
  block: number | 'latest' | 'pending',
): Promise<number> {
  const at = typeof block === 'number' ? toHexNumber(block) : block;
  return Number(await provider.request({ method: 'eth_getTransactionCount', params: [account, at] }));
}

export async function readHead(provider: Provider): Promise<number> {
  return Number(await provider.request({ method: 'eth_blockNumber' }));
}

/** Finds the transaction of an account with a nonce, between two blocks. `null` if none of them has it. */
export async function findByNonce(
  provider: Provider,
  { account, nonce, after }: { account: Address; nonce: number; after: number },
): Promise<SentTransaction | null> {
  let [low, high] = [after, await readHead(provider)];
  if ((await countTransactions(provider, account, high)) <= nonce) return null;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if ((await countTransactions(provider, account, middle)) > nonce) high = middle;
    else low = middle;
  }
  const block = (await provider.request({
    method: 'eth_getBlockByNumber',
    params: [toHexNumber(high), true],
  })) as { transactions: RawTransaction[] } | null;
  const same = block?.transactions.find(
    ({ from, nonce: used }) => isSame(from, account) && Number(used) === nonce,
  );
  return same ? readTransaction(same) : null;
}
