/** Lists the chains and vaults that a check about now would get a 503 for. The code of checks decides. */
import type { Address } from '@mandate/core';
import type { Checkpoint, Reader } from '@mandate/store';
import { type ChainDoubt, findChainDoubt } from './chain-doubt.ts';
import type { WatchedChain, WatchedChains } from './watched-chains.ts';

export interface Doubt {
  readonly chainId: number;
  readonly code: ChainDoubt['code'] | 'database_unavailable' | 'under_audit';
  /** The newest known block, or null if there is none. */
  readonly block: number | null;
  /** `null` if the whole chain is in doubt. */
  readonly vault: Address | null;
}

export interface Doubts {
  /** Each by its chain and vault. */
  readonly doubts: ReadonlyMap<string, Doubt>;
  /** The newest known block of each chain. */
  readonly blocks: ReadonlyMap<number, number>;
}

export type ReadDoubts = () => Promise<Doubts>;

/** A database that has not answered after this time counts as away: followers must know soon, checks may wait longer. */
const ANSWER_TIMEOUT_MS = 2_000;

interface Dependencies {
  readonly reader: Pick<Reader, 'listCheckpoints'>;
  /** `null` if there is none. */
  readonly readModel: { findCheckpoint(chainId: number): Checkpoint | null } | null;
  readonly chains: Pick<WatchedChains, 'list'>;
}

export function createReadDoubts({ reader, readModel, chains }: Dependencies): ReadDoubts {
  let asking: Promise<readonly Checkpoint[] | null> | null = null;
  let blocks: ReadonlyMap<number, number> = new Map();

  /** Returns null if the database does not answer. A statement that hangs is not sent again. */
  async function readCheckpoints(): Promise<readonly Checkpoint[] | null> {
    asking ??= reader
      .listCheckpoints()
      .catch(() => null)
      .finally(() => {
        asking = null;
      });
    const late = Promise.withResolvers<null>();
    const timer = setTimeout(late.resolve, ANSWER_TIMEOUT_MS, null);
    const read = await Promise.race([asking, late.promise]);
    clearTimeout(timer);
    return read;
  }

  return async () => {
    // A check asks the read model first, and the database where that may not speak.
    const known = new Map<number, Checkpoint>();
    const rest: WatchedChain[] = [];
    for (const chain of chains.list()) {
      const copied = readModel?.findCheckpoint(chain.chainId);
      if (copied && !findChainDoubt(chain, copied)) known.set(chain.chainId, copied);
      else rest.push(chain);
    }
    const read = rest.length > 0 ? await readCheckpoints() : [];
    for (const checkpoint of read ?? []) {
      if (!known.has(checkpoint.chainId)) known.set(checkpoint.chainId, checkpoint);
    }
    blocks = new Map([
      ...blocks,
      ...[...known].map(([chainId, { block }]) => [chainId, block.number] as const),
    ]);
    const blockOf = (chainId: number) => blocks.get(chainId) ?? null;
    const ofChains = rest.flatMap((chain): Doubt[] => {
      const { chainId } = chain;
      const code = read ? findChainDoubt(chain, known.get(chainId) ?? null)?.code : 'database_unavailable';
      return code ? [{ chainId, code, block: blockOf(chainId), vault: null }] : [];
    });
    const ofVaults = chains
      .list()
      .flatMap(({ chainId, auditMarks }) =>
        auditMarks
          .vaults()
          .map((vault): Doubt => ({ chainId, code: 'under_audit', block: blockOf(chainId), vault })),
      );
    const doubts = new Map(
      [...ofChains, ...ofVaults].map((doubt) => [`${doubt.chainId} ${doubt.vault}`, doubt]),
    );
    return { doubts, blocks };
  };
}
