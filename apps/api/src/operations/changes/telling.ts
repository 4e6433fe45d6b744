/** Remembers which doubts a client was told of, and finds what it has to be told next. */
import { type Doubt, type DoubtWatch, type LogEnds, presentDoubt } from '@mandate/feed';
import type { WireOf } from '../forms/form.ts';
import type { CHAIN_STATE } from './answer.ts';

/** Returns the number in the log of a chain that the client has reached. */
type NumberOf = (chainId: number) => number;

export function createTelling(chainIds: readonly number[], watch: Pick<DoubtWatch, 'last'>) {
  const told = new Map<string, Doubt>();
  /** Where the log of a chain ended when its doubt was over. */
  const endOf = new Map<string, number>();

  function takeNew(most: number): string[] {
    const found = [...watch.last().doubts].filter(
      ([key, { chainId, code }]) => chainIds.includes(chainId) && told.get(key)?.code !== code,
    );
    return found.slice(0, most).map(([key, doubt]) => {
      told.set(key, doubt);
      return writeDoubt(doubt);
    });
  }

  function takeOver(numberOf: NumberOf, most: number): string[] {
    const { doubts, blocks } = watch.last();
    for (const key of endOf.keys()) if (doubts.has(key)) endOf.delete(key);
    const hasReached = ([key, { chainId }]: [string, Doubt]) =>
      numberOf(chainId) >= (endOf.get(key) ?? Number.POSITIVE_INFINITY);
    const found = [...told].filter(hasReached);
    return found.slice(0, most).map(([key, doubt]) => {
      told.delete(key);
      endOf.delete(key);
      return writeDoubt(doubt, { block: blocks.get(doubt.chainId) ?? null });
    });
  }

  /** Lists the doubts that are over, but after which the end of the log was not looked up yet. */
  function listOver(): string[] {
    const { doubts } = watch.last();
    return [...told.keys()].filter((key) => !doubts.has(key) && !endOf.has(key));
  }

  return {
    /** Returns the next states to send. A client is told that a chain is known again when it has all changes up to then. */
    take(numberOf: NumberOf, most: number): string[] {
      const texts = takeNew(most);
      return texts.length > 0 ? texts : takeOver(numberOf, most);
    },
    isOver: () => listOver().length > 0,
    async noteEnds(look: () => Promise<LogEnds>): Promise<void> {
      const over = listOver();
      const ends = await look();
      for (const key of over) endOf.set(key, ends.get(told.get(key)?.chainId ?? 0)?.changes ?? 0);
    },
  };
}

/** Writes a doubt as pages and events have it. With `known`: the chain is known again up to that block. */
export function writeDoubt(doubt: Doubt, known: { block: number | null } | null = null): string {
  const state: WireOf<typeof CHAIN_STATE> = presentDoubt(doubt, known);
  return JSON.stringify(state);
}
