/**
 * Reads events whose arguments are all single words, as those of both registries are. General decoders hash every
 * signature and checksum every address, which costs an index more than all the rest of its work.
 */
import { SIGNATURES } from './abi.ts';
import { type Hex, textToHex } from './bytes.ts';
import { keccak } from './keccak.ts';

export interface Words {
  readonly eventName: string;
  /** The arguments by name, each a word of 64 hex digits. */
  readonly args: Readonly<Record<string, string>>;
}

export type ReadWords = (topics: readonly Hex[], data: Hex) => Words | null;

interface Layout {
  readonly eventName: string;
  /** The first topic of its logs. */
  readonly topic: Hex;
  /** The names of the arguments that are topics, and of those in the data. */
  readonly indexed: readonly string[];
  readonly plain: readonly string[];
}

const EVENT = /^event (\w+)\((.*)\)$/;

/** Lists the layouts of the events among these signatures. */
function listLayouts(signatures: readonly string[]): Layout[] {
  return signatures.flatMap((signature) => {
    const [, eventName, written = ''] = EVENT.exec(signature) ?? [];
    if (eventName === undefined) return [];
    const inputs = written.split(', ').map((input) => input.split(' '));
    const namesOf = (length: number) =>
      inputs.filter((words) => words.length === length).map((words) => words.at(-1) ?? '');
    const topic = keccak(textToHex(`${eventName}(${inputs.map(([type]) => type).join()})`));
    // The words of an argument: its type, "indexed" if it is a topic, and its name.
    return [{ eventName, topic, indexed: namesOf(3), plain: namesOf(2) }];
  });
}

/** The first topic of every event, under its name. No two registries share the name of an event. */
export const EVENT_TOPICS: ReadonlyMap<string, Hex> = new Map(
  Object.values(SIGNATURES)
    .flatMap(listLayouts)
    .map(({ eventName, topic }) => [eventName, topic]),
);

/** Gives null for what is none of these events, down to the number of topics and the length of the data. */
export function createWordReader(signatures: readonly string[]): ReadWords {
  const events = new Map(listLayouts(signatures).map((layout) => [layout.topic, layout]));
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
