/** The time that a wallet is shown at: in the URL, ahead of it while it is being moved, and what to ask for it. */
import type { Registry } from '@mandate/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { statusQuery } from '../../api/queries.ts';
import { writeIso } from '../../components/write-moment.ts';
import { changesQuery } from './changes-query.ts';
import type { SearchChange } from './explorer-search.ts';
import { marksOf, momentAt } from './marks.ts';

/** A moving slider passes many times. Only those it rests on are requested. */
const REST_MS = 160;

const NOTHING = { changes: [], isWhole: false } as const;

interface Place {
  readonly wallet: `0x${string}`;
  readonly chainId: number;
  readonly registry: Registry;
  readonly written: string | undefined;
  readonly onChange: (change: SearchChange) => void;
}

export function useTime({ wallet, chainId, registry, written, onChange }: Place) {
  const { data, error, isPending } = useQuery(changesQuery({ wallet, chainId }));
  const { changes, isWhole } = data ?? NOTHING;
  const marks = useMemo(() => (isWhole ? marksOf(changes, registry) : null), [changes, isWhole, registry]);
  const { data: chains } = useQuery(statusQuery);
  // Nothing is known after the newest block.
  const newest = chains?.find((chain) => chain.chainId === chainId)?.indexed?.timestamp;
  const now = Math.max(newest ?? Math.floor(Date.now() / 1000), marks?.at(-1)?.time ?? 0);
  const settled = written === undefined ? undefined : Date.parse(written) / 1000;
  const [moved, setMoved] = useState<{ readonly to: number | undefined } | null>(null);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Back, forward and links: where the URL goes, the slider follows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the URL changes.
  useEffect(() => setMoved(null), [written]);
  const move = (to: number | undefined) => {
    setMoved({ to });
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      setMoved(null);
      onChange({ at: to === undefined ? undefined : writeIso(to) });
    }, REST_MS);
  };
  const at = moved ? moved.to : settled;
  return {
    marks,
    at,
    now,
    move,
    /** The URL's time is requested. While the slider is ahead of it, only cached lists are shown. */
    settled: momentAt(marks, settled),
    ahead: momentAt(marks, at),
    /** True once the block of the selected time can be determined. */
    isReady: settled === undefined || !isPending,
    isLooking: isPending,
    isLive: isWhole && !error,
    /** True when there is more than one moment to show. */
    isLong: isPending || (data ? marks === null || marks.length > 1 : false) || at !== undefined,
    /** Changes when something happened. Undefined before the first look. */
    happened: data?.changes.length,
    newestBlock: marks?.at(-1)?.block ?? 0,
  };
}
