/** Reads what people type into a field: its value, or what is wrong with it. */
import { InvalidParametersError, rightsFromText } from '@mandate/sdk';
import { readWallet } from './read-wallet.ts';

/** Exactly one of the two. */
export type Read<T> = { readonly value: T } | { readonly problem: string };

type Hex = `0x${string}`;

const MAX_UINT256 = 2n ** 256n - 1n;
const BYTES32 = /^0x[0-9a-f]{64}$/i;

export const isBytes32 = (text: string) => BYTES32.test(text.trim());

export function readAddress(text: string, what: string): Read<Hex> {
  const { wallet, problem } = readWallet(text);
  if (wallet) return { value: wallet };
  return { problem: text.trim() ? problem : `Paste the address of the ${what}: 0x and 40 hex digits.` };
}

export function readTokenId(text: string): Read<bigint> {
  const typed = text.trim().replace(/^#/, '');
  if (typed === '') return { problem: 'Enter a token id: a whole number, or 0x and hex digits.' };
  if (!/^(?:\d+|0x[0-9a-f]+)$/i.test(typed))
    return { problem: 'A token id is a whole number, or 0x and hex digits.' };
  // Longer input is too large anyway, so it is not parsed.
  const value = typed.length <= 80 ? BigInt(typed) : MAX_UINT256 + 1n;
  return value > MAX_UINT256 ? { problem: 'Token ids go up to 2^256-1. This is larger.' } : { value };
}

/** An empty text means full rights. */
export function readRights(text: string): Read<Hex | undefined> {
  const typed = text.trim();
  if (typed === '') return { value: undefined };
  if (BYTES32.test(typed)) return { value: typed.toLowerCase() as Hex };
  if (/^0x/i.test(typed)) {
    return { problem: `Bytes are 0x and 64 hex digits. This has ${typed.length - 2} after 0x.` };
  }
  try {
    return { value: rightsFromText(typed) };
  } catch (error) {
    if (!(error instanceof InvalidParametersError)) throw error;
    return { problem: 'A name has at most 32 bytes. For a longer one, enter its keccak-256 hash.' };
  }
}

/** Reads several fields, and collects what is wrong with them. */
export function collectProblems<Field extends string>() {
  const problems: { [Name in Field]?: string } = {};
  return {
    problems,
    hasProblems: () => Object.keys(problems).length > 0,
    take<T>(field: Field, read: Read<T> | Read<undefined>): T | undefined {
      if ('value' in read) return read.value;
      problems[field] = read.problem;
      return undefined;
    },
  };
}
