/** Reads the code of an account that runs the code of a contract (EIP-7702): 0xef0100 and the contract's address. */
import { type Address, parseAddress } from '@mandate/core';
import type { StepAnswer } from '@mandate/nodes';

const DESIGNATOR = '0xef0100';
/** Code of another length that begins so is none: a chain may use 0xef for something else. */
export const DESIGNATOR_BYTES = 23;

/** Returns the address of the contract. `null` if the account runs none, or its code was not read. */
export function readDesignator(code: StepAnswer | undefined): Address | null {
  if (code?.type !== 'returned' || code.length !== DESIGNATOR_BYTES) return null;
  if (!code.bytes.startsWith(DESIGNATOR)) return null;
  return parseAddress(`0x${code.bytes.slice(DESIGNATOR.length, 2 + 2 * DESIGNATOR_BYTES)}`);
}
