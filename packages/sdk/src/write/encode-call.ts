import { SELECTORS } from '../generated/writes.ts';
import type { Hex } from '../hex.ts';

/** A call of this package. */
export interface EncodableCall {
  readonly abi: readonly {
    readonly type: string;
    readonly name?: string;
    readonly inputs?: readonly { readonly name?: string; readonly type: string }[];
  }[];
  readonly functionName: keyof typeof SELECTORS;
  readonly args: readonly unknown[];
}

/**
 * Returns the calldata of a call, as viem's `encodeFunctionData` does.
 *
 * @example
 * const data = encodeCall(revokeCall({ registry: 'v2', type: 'all', to }));
 */
export function encodeCall({ abi, functionName, args }: EncodableCall): Hex {
  const { inputs = [] } = abi.find(({ type, name }) => type === 'function' && name === functionName) ?? {};
  // Only `multicall` has an argument without a fixed length, and it has no other.
  const words = inputs.map(({ type }, i) =>
    type === 'bytes[]' ? word(32) + encodeList(args[i] as readonly Hex[]) : encodeWord(type, args[i]),
  );
  return `0x${SELECTORS[functionName]}${words.join('')}`;
}

const word = (value: bigint | number) => value.toString(16).padStart(64, '0');

function encodeWord(type: string, value: unknown): string {
  if (type === 'bool' && typeof value === 'boolean') return word(Number(value));
  if (type === 'uint256' && typeof value === 'bigint' && value >= 0n && value >> 256n === 0n)
    return word(value);
  const digits = /^0x([\da-f]+)$/i.exec(String(value))?.[1]?.toLowerCase() ?? '';
  const isWhole = digits.length === { address: 40, bytes32: 64 }[type];
  if (!isWhole || typeof value !== 'string') throw new TypeError(`Not ${type}: ${String(value)}`);
  return digits.padStart(64, '0');
}

/** The length of the list, the place of each item, then each item with its length. */
function encodeList(items: readonly Hex[]): string {
  let offset = items.length * 32;
  const offsets = [];
  const tails = [];
  for (const item of items) {
    const bytes = item.length / 2 - 1;
    const tail = word(bytes) + item.slice(2).padEnd(Math.ceil(bytes / 32) * 64, '0');
    offsets.push(word(offset));
    tails.push(tail);
    offset += tail.length / 2;
  }
  return word(items.length) + [...offsets, ...tails].join('');
}
