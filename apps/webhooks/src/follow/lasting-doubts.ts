/** Keeps the doubts that last: receivers are not told of those that are over within seconds. */
import { randomUUID } from 'node:crypto';
import { parseAddress } from '@mandate/core';
import type { Doubt, DoubtWatch } from '@mandate/feed';
import { checksum } from '@mandate/read-model/checksum';
import type { AsideEvent, WebhookFilter } from '@mandate/store';

const LASTS_MS = 5_000;
const LOOK_EVERY_MS = 500;

/** The doubts about one chain that a receiver may be told. */
export interface ToldDoubt {
  /** Names the chain and the vault, or the mark. */
  readonly key: string;
  readonly code: string;
  readonly block: number | null;
  readonly vault: Doubt['vault'];
}

export interface ChainDoubts {
  /** All, whether they last or not. */
  readonly present: ReadonlySet<string>;
  readonly lasting: readonly ToldDoubt[];
  /** Checks about the chain are answered now. */
  readonly isKnown: boolean;
  /** The newest known block. */
  readonly block: number | null;
}

export type LastingDoubts = ReturnType<typeof startLastingDoubts>;

/** `moved` is told after the doubts of a chain are others. */
export function startLastingDoubts(
  watch: Pick<DoubtWatch, 'last' | 'subscribe'>,
  chainIds: readonly number[],
  moved: (chainId: number) => void,
  lastsMs = LASTS_MS,
) {
  const since = new Map<string, number>();
  let last = new Map<number, { described: string; doubts: ChainDoubts }>();
  const unsubscribe = watch.subscribe(look);
  const timer = setInterval(look, LOOK_EVERY_MS);

  function look(): void {
    const now = performance.now();
    const { doubts, blocks } = watch.last();
    for (const key of since.keys()) if (!doubts.has(key)) since.delete(key);
    for (const key of doubts.keys()) if (!since.has(key)) since.set(key, now);
    const before = last;
    last = new Map(
      chainIds.map((chainId) => {
        const own = [...doubts].filter(([, doubt]) => doubt.chainId === chainId);
        const lasting = own.filter(([key]) => now - (since.get(key) ?? now) >= lastsMs);
        const described = JSON.stringify([
          own.map(([key]) => key),
          lasting.map(([key, { code }]) => [key, code]),
        ]);
        const found: ChainDoubts = {
          present: new Set(own.map(([key]) => key)),
          lasting: lasting.map(([key, { code, block, vault }]) => ({ key, code, block, vault })),
          isKnown: own.every(([, { vault }]) => vault !== null),
          block: blocks.get(chainId) ?? null,
        };
        return [chainId, { described, doubts: found }];
      }),
    );
    for (const [chainId, { described }] of last)
      if (before.get(chainId)?.described !== described) moved(chainId);
  }

  return {
    /** Returns the doubts about a chain as of the last look. Before the first one, nothing is known. */
    of: (chainId: number): ChainDoubts => last.get(chainId)?.doubts ?? NOT_LOOKED,
    close() {
      clearInterval(timer);
      unsubscribe();
    },
  };
}

const NOT_LOOKED: ChainDoubts = { present: new Set(), lasting: [], isKnown: false, block: null };

/** An endpoint that names wallets is told about those vaults only. */
export const concerns = ({ wallets }: Pick<WebhookFilter, 'wallets'>, { vault }: ToldDoubt): boolean =>
  vault === null || wallets === null || wallets.includes(vault);

export function unknownEvent(chainId: number, { key, code, block, vault }: ToldDoubt): AsideEvent {
  const data = { chainId, known: false, code, block, vault: vault && checksum(vault) };
  return { ...aside('chain.unknown', data), effect: { told: { key, code } } };
}

export function knownEvent(chainId: number, key: string, block: number | null): AsideEvent {
  const [, vault = ''] = key.split(' ');
  const data = {
    chainId,
    known: true,
    code: null,
    block,
    vault: vault.startsWith('0x') ? checksum(parseAddress(vault)) : null,
  };
  return { ...aside('chain.known', data), effect: { told: { key, code: null } } };
}

/** Creates an event outside of the log. */
export function aside(type: string, data: AsideEvent['data'], id: string = randomUUID()): AsideEvent {
  return { id, type, timestamp: new Date().toISOString(), data };
}
