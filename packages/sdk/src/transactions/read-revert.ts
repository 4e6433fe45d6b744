/** Says why a registry refused a call. */
import { type Reason, reasonOf } from './reason.ts';
import type { WalletFailure } from './wallet-failure.ts';

/** The selectors of `Error(string)` and of `MulticallFailed()`. */
const ERROR = '0x08c379a0';
const MULTICALL_FAILED = '0x4d6a2328';

export function readRevert({ data, reason }: WalletFailure): Reason {
  const text = data?.startsWith(ERROR) ? readText(data.slice(ERROR.length)) : null;
  if (text !== null) return reasonOf('reverted', text);
  // The registries have no other errors: the node's own words follow.
  return data === MULTICALL_FAILED ? reasonOf('multicallFailed') : reason;
}

/** Reads the one text of an answer: the place of its length, its length, its bytes. */
function readText(hex: string): string | null {
  if (!/^(?:[\da-f]{2})+$/i.test(hex)) return null;
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  const numberAt = (place: number) => new DataView(bytes.buffer).getUint32(place + 28);
  try {
    const start = numberAt(0);
    return new TextDecoder().decode(bytes.slice(start + 32, start + 32 + numberAt(start)));
  } catch {
    // It is too short.
    return null;
  }
}
