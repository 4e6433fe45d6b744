/** Asks the nodes of all chains for the names of one request. */
import type { StepAnswer, StepGroup } from '@mandate/nodes';
import type { Asker } from '../../access/limit/shares.ts';
import { ProblemError } from '../../http/problems.ts';
import type { ChainReader } from '../chain/chain-reader.ts';
import type { NodeAccess } from '../chain/node-access.ts';
import { UnreadableError } from '../chain/unreadable.ts';
import type { Part } from './batch-cache.ts';

/** The most parts of long metadata that one request reads, after the first ones. The tokens after them are unknown for now. */
const MAX_MORE_WINDOWS = 12;

export interface NamePlaces {
  /** Divides keys of a chain into parts that the nodes may be asked for at once, and waits for the turn of each. */
  divide<K>(chainId: number, keys: readonly K[], stepsOf: (key: K) => StepGroup): Part<K>[];
  /** Returns null for each group that the nodes could not answer. */
  read(chainId: number, groups: readonly StepGroup[]): Promise<(StepAnswer[] | null)[]>;
  /** Takes parts of long metadata, and returns how many of them may be read. */
  takeWindows(wanted: number): number;
  /** Gives all places back. */
  give(): void;
}

export function createNamePlaces(chainReader: Pick<ChainReader, 'takePlace'>, asker: Asker): NamePlaces {
  const places = new Map<number, NodeAccess>();
  let windowsLeft = MAX_MORE_WINDOWS;

  /** Returns null if there is no place for this client now. */
  function findPlace(chainId: number): NodeAccess | null {
    const known = places.get(chainId);
    if (known) return known;
    try {
      const place = chainReader.takePlace(chainId, asker, 'names');
      places.set(chainId, place);
      return place;
    } catch (error) {
      if (error instanceof ProblemError) return null;
      throw error;
    }
  }

  return {
    divide(chainId, keys, stepsOf) {
      const place = findPlace(chainId);
      if (!place) return [{ keys, mayAsk: Promise.resolve(false) }];
      const parts: Part<(typeof keys)[number]>[] = [];
      for (let left = keys; left.length > 0; ) {
        const groups = left.map(stepsOf);
        const count = place.countAtOnce(groups);
        const paid = orNull(() => place.prepay(groups.slice(0, count)).then(() => true));
        parts.push({ keys: left.slice(0, count), mayAsk: paid.then(Boolean) });
        left = left.slice(count);
      }
      return parts;
    },
    async read(chainId, groups) {
      if (groups.length === 0) return [];
      const place = findPlace(chainId);
      const found = place && (await orNull(() => place.readContracts(groups)));
      return found ?? groups.map(() => null);
    },
    takeWindows(wanted) {
      const taken = Math.min(wanted, windowsLeft);
      windowsLeft -= taken;
      return taken;
    },
    give() {
      for (const place of places.values()) place.give();
    },
  };
}

/** Returns null if the nodes cannot answer, or this client may not ask them now. */
async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnreadableError || error instanceof ProblemError) return null;
    throw error;
  }
}
