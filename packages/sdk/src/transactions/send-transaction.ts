/** Gives transactions to the wallet, one by one or as a batch (EIP-5792). */
import type { Address, Hex } from '../hex.ts';
import type { Provider } from './provider.ts';
import type { Transaction } from './transaction.ts';
import { countTransactions, readHead, toHexNumber } from './wallet-calls.ts';

/** The place of a transaction among those of its account. */
export interface PlaceInAccount {
  readonly from: Address;
  /** The one that it probably has, until a node shows it. */
  readonly nonce: number;
  /** A block before it. */
  readonly after: number;
}

/** A transaction that the wallet sent. */
export type Sent =
  | {
      readonly kind: 'transaction';
      readonly hash: Hex;
      /** `null` if the account is a contract, whose transactions another account sends. */
      readonly place: PlaceInAccount | null;
    }
  | { readonly kind: 'batch'; readonly id: string }
  /** A batch of a wallet with several owners, e.g. a Safe. */
  | { readonly kind: 'proposal'; readonly id: string };

export async function sendOne(provider: Provider, { from, to, data, chainId }: Transaction): Promise<Sent> {
  const isContract = await hasCode(provider, from);
  const after = await readHead(provider);
  const nonce = await countTransactions(provider, from, 'pending');
  const hash = await provider.request({
    method: 'eth_sendTransaction',
    // The wallet refuses if it has left the chain meanwhile.
    params: [{ from, to, data, value: '0x0', chainId: toHexNumber(chainId) }],
  });
  if (typeof hash !== 'string') throw new Error('The wallet gave no transaction hash.');
  return { kind: 'transaction', hash: hash as Hex, place: isContract ? null : { from, nonce, after } };
}

/** An account that delegates to code (EIP-7702) sends its own transactions. */
async function hasCode(provider: Provider, account: Address): Promise<boolean> {
  const code = String(await provider.request({ method: 'eth_getCode', params: [account, 'latest'] }));
  return code !== '0x' && !code.startsWith('0xef0100');
}

/** Returns the id of the batch. */
export async function sendBatch(provider: Provider, transactions: readonly Transaction[]): Promise<string> {
  const [first] = transactions;
  if (!first) throw new RangeError('A batch needs a transaction.');
  const calls = transactions.map(({ to, data }) => ({ to, data, value: '0x0' }));
  const { from, chainId } = first;
  const batch = { version: '2.0.0', from, chainId: toHexNumber(chainId), atomicRequired: true, calls };
  const answer = await provider.request({ method: 'wallet_sendCalls', params: [batch] });
  // The first drafts of EIP-5792 answered with the id alone.
  const id = typeof answer === 'string' ? answer : (answer as { id?: unknown } | null)?.id;
  if (typeof id !== 'string') throw new Error('The wallet gave no id of the batch.');
  return id;
}

export type BatchStatus =
  | { readonly state: 'pending'; readonly signed: number | null; readonly required: number | null }
  | { readonly state: 'failed' }
  | { readonly state: 'reverted'; readonly hash: Hex; readonly block: number }
  | { readonly state: 'mined'; readonly hash: Hex };

interface RawStatus {
  readonly status: number | string;
  readonly receipts?: readonly { readonly transactionHash: Hex; readonly blockNumber: Hex }[];
  /** The owners of a Safe that have signed, and how many have to. */
  readonly capabilities?: {
    readonly confirmations?: { readonly signed: number; readonly required: number };
  };
}

/** Codes of EIP-5792: 1xx pending, 2xx in a block, 4xx never sent, 5xx and 6xx reverted. */
export async function readBatch(provider: Provider, id: string): Promise<BatchStatus> {
  const {
    status,
    receipts = [],
    capabilities,
  } = (await provider.request({
    method: 'wallet_getCallsStatus',
    params: [id],
  })) as RawStatus;
  const receipt = receipts.at(-1);
  if (receipt && Number(status) >= 500)
    return { state: 'reverted', hash: receipt.transactionHash, block: Number(receipt.blockNumber) };
  if (receipt) return { state: 'mined', hash: receipt.transactionHash };
  if (Number(status) >= 400) return { state: 'failed' };
  const { signed = null, required = null } = capabilities?.confirmations ?? {};
  return { state: 'pending', signed, required };
}
