/** Asks the nodes of all chains for the names of one request. */
import type { StepAnswer, StepGroup } from '@mandate/nodes';
import type { Block } from '@mandate/store';
import type { Asker } from '../../access/limit/shares.ts';
import { ProblemError } from '../../http/problems.ts';
import type { Pinned } from '../../request/at-block.ts';
import type { When } from '../../request/parameters.ts';
import type { ChainReader } from '../chain/chain-reader.ts';
import type { NamedBlock, NodeAccess, ReadContracts } from '../chain/node-access.ts';
import { UnreadableError } from '../chain/unreadable.ts';
import type { Part } from './batch-cache.ts';

/** The most parts of long metadata that one request reads, after the first ones. The tokens after them are unknown for now. */
const MAX_MORE_WINDOWS = 12;

export interface NamePlaces {
  /** Divides keys of a chain into parts that the nodes may be asked for at once, and waits for the turn of each. */
  divide<K>(chainId: number, keys: readonly K[], stepsOf: (key: K) => StepGroup): Part<K>[];
  /** Returns null for each group that the nodes could not answer. */
  read(chainId: number, groups: readonly StepGroup[]): Promise<readonly (StepAnswer[] | null)[]>;
  /** Reads at a block, or at a new one, and returns which it was. Returns null if the nodes could not answer. */
  readAt(chainId: number, groups: readonly StepGroup[], at?: NamedBlock): Promise<ReadContracts | null>;
  /** Completes a block of the ledger. Returns null if the nodes could not, or have another chain now. */
  completeBlock(chainId: number, pinned: Pinned, when: When): Promise<Block | null>;
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

  const readAt: NamePlaces['readAt'] = async (chainId, groups, at) => {
    const place = groups.length > 0 ? findPlace(chainId) : null;
    if (!place || !at) return place && orNull(() => place.readContracts(groups));
    const answers = await orNull(() => place.readContractsAt(groups, at));
    return answers && { block: at, answers };
  };

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
      return (await readAt(chainId, groups))?.answers ?? groups.map(() => null);
    },
    readAt,
    async completeBlock(chainId, pinned, when) {
      const place = findPlace(chainId);
      return place && orNull(() => place.completeBlock(pinned, when));
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
