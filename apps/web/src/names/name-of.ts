import type { AddressNames } from '@mandate/sdk/explore';

/** A name to show beside an address. */
export interface ShownName {
  /** `ens`: it leads to the address and back. `contract`: a contract's own words, which anyone can choose. */
  readonly source: 'ens' | 'contract';
  readonly text: string;
}

/** Returns the name to show. A verified name wins over a contract's own words. */
export function nameOf(names: AddressNames | undefined): ShownName | null {
  if (names?.ensName) return { source: 'ens', text: names.ensName };
  const own = names?.contract?.name ?? names?.contract?.symbol;
  return own ? { source: 'contract', text: own } : null;
}

const MAX_CHARACTERS = 28;

/**
 * Writes a name in plain text, e.g. in the graph. The words of a contract stand in quotation marks. A long name keeps
 * its end: the owner of `mira.eth.example.eth` is that of `example.eth`.
 */
export function writeName({ source, text }: ShownName, maxCharacters = MAX_CHARACTERS): string {
  const characters = Array.from(text);
  const tail = Math.floor(maxCharacters / 2) - 1;
  const clipped =
    characters.length > maxCharacters
      ? `${characters.slice(0, maxCharacters - tail - 1).join('')}…${characters.slice(-tail).join('')}`
      : text;
  return source === 'ens' ? clipped : `“${clipped}”`;
}
