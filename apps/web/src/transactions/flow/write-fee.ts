/** Writes the fee of a transaction in the currency of its chain. */

import { currencyOf, type Fee } from '@mandate/sdk/transactions';
import { formatUnits } from 'viem';

const DECIMALS = 18;
const DIGITS = 2;

/** Returns e.g. "165,007 gas, about 0.00012 ETH". Local chains have no fee, and some nodes do not say. */
export function writeGas({ gas, feeWei, isWholeFee }: Fee, chainId: number): string {
  const fee = feeWei ? `, ${isWholeFee ? 'about' : 'at least'} ${writeFee(feeWei, chainId)}` : '';
  return `${gas?.toLocaleString('en')} gas${fee}`;
}

/** Two digits are enough for an estimate. */
function writeFee(feeWei: bigint, chainId: number): string {
  const currency = currencyOf(chainId);
  const text = feeWei.toString();
  // Rounds up, so that the estimate is not below the figure of the node.
  const unit = 10n ** BigInt(Math.max(0, text.length - DIGITS));
  const rounded = ((feeWei + unit - 1n) / unit) * unit;
  return `${formatUnits(rounded, DECIMALS)} ${currency}`;
}
