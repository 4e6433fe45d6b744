/**
 * Reads events whose arguments are all single words, as those of both registries are. General decoders hash every
 * signature and checksum every address, which costs an index more than all the rest of its work.
 */
import type { Abi, AbiEvent, Hex } from 'viem';
import { toEventSelector } from 'viem/utils';

export interface Words {
  readonly eventName: string;
  /** The arguments by name, each a word of 64 hex digits. */
  readonly args: Readonly<Record<string, string>>;
}

export type ReadWords = (topics: readonly Hex[], data: Hex) => Words | null;

/** Gives null for what is no event of this ABI, down to the number of topics and the length of the data. */
export function createWordReader(abi: Abi): ReadWords {
  const events = new Map(
    abi
      .filter((item) => item.type === 'event')
      .map((event) => [toEventSelector(event), layoutOf(event)] as const),
  );
  return (topics, data) => {
    const layout = events.get(topics[0] ?? '0x');
    if (!layout || topics.length !== 1 + layout.indexed.length) return null;
    if (data.length !== 2 + 64 * layout.plain.length) return null;
    const args: Record<string, string> = {};
    for (const [i, name] of layout.indexed.entries()) args[name] = topics[i + 1]?.slice(2) ?? '';
    for (const [i, name] of layout.plain.entries()) args[name] = data.slice(2 + 64 * i, 66 + 64 * i);
    return { eventName: layout.eventName, args };
  };
}

function layoutOf({ name: eventName, inputs }: AbiEvent) {
  const names = (indexed: boolean) =>
    inputs.filter((input) => Boolean(input.indexed) === indexed).map(({ name = '' }) => name);
  return { eventName, indexed: names(true), plain: names(false) };
}
