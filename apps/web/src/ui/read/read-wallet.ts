import { readName } from '@mandate/sdk/explore';
import { isSpelledRight } from '@mandate/sdk/proof';

export type ReadWallet =
  | { readonly wallet: `0x${string}`; readonly problem?: never }
  | { readonly wallet?: never; readonly problem: string };

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const ADDRESS_WITHIN = /0x[0-9a-f]{40}(?![0-9a-f])/gi;
const MISSPELT =
  'The capital letters of this address do not fit, so a character is probably wrong. Copy the address again.';
const ASK = 'Paste a wallet address, 0x and 40 hex digits, or enter an ENS name.';

/** Reads an address from typed or pasted text, or explains what is wrong. */
export function readWallet(typed: string): ReadWallet {
  const text = typed.trim();
  if (ADDRESS.test(text)) return readSpelling(text);
  if (text === '') return { problem: ASK };
  // Accepts a block explorer link or `eip155:1:0x…`, too.
  const [found, another] = text.match(ADDRESS_WITHIN) ?? [];
  if (found && !another && /[/:]/.test(text)) return readSpelling(found);
  return { problem: findProblem(text) };
}

function readSpelling(address: string): ReadWallet {
  return isSpelledRight(address) ? { wallet: address as `0x${string}` } : { problem: MISSPELT };
}

function findProblem(text: string): string {
  if (readName(text)) return `“${text}” is a name. Use the address that it leads to.`;
  if (/^[0-9a-f]{40}$/i.test(text)) return 'The 0x at the beginning is missing.';
  if (!text.startsWith('0x')) return ASK;
  const digits = text.slice(2);
  const stranger = /[^0-9a-f]/i.exec(digits)?.[0];
  if (stranger) return `“${stranger}” is not a hex digit. After 0x, an address has only 0 to 9 and a to f.`;
  if (digits.length === 64) return 'This is a hash with 64 digits. A wallet address has 40.';
  return `An address has 40 digits after 0x. This has ${digits.length}.`;
}
