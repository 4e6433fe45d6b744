import type { Hex } from '../hex.ts';
import type { Provider } from './provider.ts';
import type { Transaction } from './transaction.ts';

/** The estimated cost of transactions, in the currency of their chain. */
export interface Fee {
  /** `null` if the node does not say. */
  readonly gas: bigint | null;
  /** An estimate. `null` if the node does not say. */
  readonly feeWei: bigint | null;
  /** `false` if a part for the layer below comes on top, which the node does not say. */
  readonly isWholeFee: boolean;
}

/** On chains of the OP Stack, the contract that knows the fee of the layer below. */
const ORACLE = '0x420000000000000000000000000000000000000F';
/** The selector of `getL1FeeUpperBound(uint256)`. */
const UPPER_BOUND = '0xf1c7a58b';
/** A transaction without its calldata and its signature. */
const OTHER_BYTES = 80;
/** A layer below whose fee is asked in another way: Scroll. */
const ELSEWHERE = [534_352];

export async function estimateFee(
  provider: Provider,
  transactions: readonly Transaction[],
  all: readonly (bigint | null)[],
): Promise<Fee> {
  const gas = all.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0n);
  if (gas === null) return { gas, feeWei: null, isWholeFee: false };
  try {
    const price = BigInt((await provider.request({ method: 'eth_gasPrice' })) as Hex);
    const below = await askFeeBelow(provider, transactions);
    return { gas, feeWei: gas * price + (below ?? 0n), isWholeFee: below !== null };
  } catch {
    return { gas, feeWei: null, isWholeFee: false };
  }
}

/** Returns 0 where there is no such fee. `null`: it is not known. */
async function askFeeBelow(provider: Provider, transactions: readonly Transaction[]): Promise<bigint | null> {
  if (transactions.some(({ chainId }) => ELSEWHERE.includes(chainId))) return null;
  const code = await provider.request({ method: 'eth_getCode', params: [ORACLE, 'latest'] });
  if (code === '0x') return 0n;
  try {
    let fee = 0n;
    for (const { data } of transactions) {
      const bytes = data.length / 2 - 1 + OTHER_BYTES;
      const call = { to: ORACLE, data: UPPER_BOUND + bytes.toString(16).padStart(64, '0') };
      fee += BigInt((await provider.request({ method: 'eth_call', params: [call, 'latest'] })) as Hex);
    }
    return fee;
  } catch {
    // An older oracle.
    return null;
  }
}
