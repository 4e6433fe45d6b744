/** The time that a wallet is shown at: in the URL, ahead of it while it is being moved, and the time to ask for. */
import type { Registry } from '@mandate/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { statusQuery } from '../../service/queries.ts';
import { writeIso } from '../../words/write-moment.ts';
import type { SearchChange } from '../wallet/explorer-search.ts';
import { changesQuery } from './changes-query.ts';
import { listStanding, marksOf, momentAt, newestBlocks } from './marks.ts';

/** A moving slider passes many times. Only those it rests on are requested. */
const REST_MS = 160;

const NOTHING = { changes: [], isWhole: false } as const;
const EVERYWHERE = { chain: undefined, registry: undefined } as const;

interface ShownWallet {
  readonly wallet: `0x${string}`;
  readonly chain: number | undefined;
  readonly registry: Registry | undefined;
  readonly written: string | undefined;
  /** The chains that answered. Undefined until the list was read: it comes first. */
  readonly chainIds: readonly number[] | undefined;
  readonly onChange: (change: SearchChange) => void;
}

export function useTime({ wallet, chain, registry, written, chainIds, onChange }: ShownWallet) {
  const { data, error, isPending } = useQuery({
    ...changesQuery({ wallet, chainIds: chainIds ?? [] }),
    enabled: chainIds !== undefined && chainIds.length > 0,
  });
  const { changes, isWhole } = data ?? NOTHING;
  const standing = useMemo(() => listStanding(changes), [changes]);
  const newest = useMemo(() => newestBlocks(standing), [standing]);
  const [all, marks] = useMemo(() => {
    if (!isWhole) return [null, null];
    return [marksOf(standing, EVERYWHERE), marksOf(standing, { chain, registry })];
  }, [standing, isWhole, chain, registry]);
  const end = useNewestTime(chain);
  const now = Math.max(end ?? Math.floor(Date.now() / 1000), marks?.at(-1)?.time ?? 0);
  const settled = written === undefined ? undefined : Date.parse(written) / 1000;
  const { at, move } = useMoved(settled, onChange);
  return {
    marks,
    at,
    now,
    move,
    /** The URL's time is requested. While the slider is ahead of it, only cached lists are shown. */
    settled: momentAt(all, settled),
    ahead: momentAt(all, at),
    isLooking: isPending,
    isLive: isWhole && !error,
    /** True when there is more than one moment to show. */
    isLong: isPending || (data ? marks === null || marks.length > 1 : false) || at !== undefined,
    /** Changes when something happened. Undefined before the first look. */
    happened: data?.changes.length,
    /** The newest block with a change, for each chain. */
    newest,
  };
}

/** Returns the time of the newest block. Nothing is known after it. */
function useNewestTime(chain: number | undefined): number | undefined {
  const { data: chains = [] } = useQuery(statusQuery);
  const times = chains
    .filter(({ chainId }) => chain === undefined || chainId === chain)
    .flatMap(({ indexed }) => indexed?.timestamp ?? []);
  return times.length > 0 ? Math.max(...times) : undefined;
}

/** Follows the slider, and writes the time that it rests on into the URL. */
function useMoved(settled: number | undefined, onChange: (change: SearchChange) => void) {
  const [moved, setMoved] = useState<{ readonly to: number | undefined } | null>(null);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The slider follows the URL, e.g. after "back".
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the URL changes.
  useEffect(() => setMoved(null), [settled]);
  const move = (to: number | undefined) => {
    setMoved({ to });
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      setMoved(null);
      onChange({ at: to === undefined ? undefined : writeIso(to) });
    }, REST_MS);
  };
  return { at: moved ? moved.to : settled, move };
}
