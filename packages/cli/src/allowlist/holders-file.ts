/** Reads the holders of an allowlist: lines `address,amount`. */
import type { Address } from '@mandate/sdk';
import { isSpelledRight } from '@mandate/sdk/proof';
import { MISSPELT, UsageError } from '../options.ts';

export interface HolderLine {
  /** In lower case, so that the same wallet is always written in the same way. */
  readonly address: Address;
  readonly amount: bigint;
  readonly line: number;
}

const HEADER = /^\s*"?[a-z _]+"?\s*[,;]\s*"?[a-z _]+"?\s*$/i;
const MAX_SHOWN = 60;

/** Throws on a line that is not exactly a holder, and on a holder that has two lines. */
export function parseHolders(text: string, file: string): HolderLine[] {
  const holders = new Map<string, HolderLine>();
  // Programs that write tables may begin the file with a byte order mark.
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (const [i, content] of lines.entries()) {
    const line = i + 1;
    if (content.trim() === '' || (i === 0 && HEADER.test(content))) continue;
    const holder = parseLine(content, line, file);
    const other = holders.get(holder.address);
    if (other) {
      throw new UsageError(
        `${file}, line ${line}: ${holder.address} is also in line ${other.line}. Write one line per holder, with the sum.`,
      );
    }
    holders.set(holder.address, holder);
  }
  if (holders.size === 0)
    throw new UsageError(`${file} has no holders. Write a line address,amount for each.`);
  return [...holders.values()];
}

function parseLine(content: string, line: number, file: string): HolderLine {
  const [address = '', amount = '', ...more] = content.split(',').map((field) => unquote(field.trim()));
  const fail = (why: string) =>
    new UsageError(`${file}, line ${line}: ${why} The line is: ${content.slice(0, MAX_SHOWN)}`);
  if (!/^0x[0-9a-fA-F]{40}$/.test(address))
    throw fail('the address must be 0x and 40 hex digits. Write the address that a name leads to.');
  if (!isSpelledRight(address)) throw fail(`the address ${MISSPELT}`);
  if (!/^\d{1,78}$/.test(amount) || BigInt(amount) >> 256n)
    throw fail('the amount must be a whole number below 2^256, in decimal digits.');
  if (more.length > 0) throw fail('there must be two fields, address and amount.');
  return { address: address.toLowerCase() as Address, amount: BigInt(amount), line };
}

function unquote(field: string): string {
  return /^"([^"]*)"$/.exec(field)?.[1] ?? field;
}
