import { decodeErrorResult, type Hex, parseAbi } from 'viem';
import type { WalletFailure } from '../../wallets/wallet-failure.ts';

const ERRORS = parseAbi(['error Error(string)', 'error Panic(uint256)', 'error MulticallFailed()']);

/** Says why a contract refused a call. */
export function readRevert({ data, message }: Pick<WalletFailure, 'data' | 'message'>): string {
  if (data && /^0x[\da-f]{8,}$/i.test(data)) {
    try {
      const { errorName, args } = decodeErrorResult({ abi: ERRORS, data: data as Hex });
      if (errorName === 'Error') return `The registry answered “${args[0]}”.`;
      if (errorName === 'MulticallFailed') return 'One of the calls in the multicall failed.';
    } catch {
      // The registries have no other errors: the node's own words follow.
    }
  }
  return `Your wallet’s node says “${message}”.`;
}
