import type { Network, Registry } from '@mandate/sdk';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { queries } from '../../api/queries.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { DelegationGraph } from './delegation-graph.tsx';
import { EmptyWallet } from './empty-wallet.tsx';
import type { Direction, ExplorerSearch, SearchChange } from './explorer-search.ts';
import { FilterBar } from './filter-bar.tsx';
import { GrantSection } from './grant-section.tsx';
import { filterGrants, type Grants } from './grants.ts';
import { Loading } from './loading.tsx';
import { MoreRows } from './more-rows.tsx';
import { TimeBar } from './time-bar.tsx';
import { useTime } from './use-time.ts';
import { WalletHead } from './wallet-head.tsx';
import { ROWS_AT_ONCE, walletQuery } from './wallet-query.ts';

interface WalletViewProps {
  readonly wallet: `0x${string}`;
  readonly search: ExplorerSearch;
  readonly networks: readonly Network[];
  readonly onChange: (change: SearchChange) => void;
}

const count = ({ outgoing, incoming }: Grants) => outgoing.length + incoming.length;

const DIRECTIONS: readonly Direction[] = ['outgoing', 'incoming'];

export function WalletView({ wallet, search, networks, onChange }: WalletViewProps) {
  const chainId = search.chain ?? networks[0]?.chainId ?? 1;
  const network = networks.find((one) => one.chainId === chainId);
  const registry: Registry = search.registry ?? 'v2';
  const [rows, setRows] = useState(ROWS_AT_ONCE);
  const time = useTime({ wallet, chainId, registry, written: search.at, onChange });
  const ofWallet = { wallet, chainId, registry, rows };
  const ahead = walletQuery({ ...ofWallet, ...time.ahead });
  const isKnown = queries.getQueryData(ahead.queryKey) !== undefined;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...(isKnown ? ahead : walletQuery({ ...ofWallet, ...time.settled })),
    enabled: time.isReady,
  });
  const isPast = time.at !== undefined;
  const isBehind = data !== undefined && time.newestBlock > data.block.number;
  // A reorg can change the past, too.
  useNews(time.happened, isBehind, () => void queries.invalidateQueries({ queryKey: ['wallet'] }));
  const [q, setQ] = useState(search.q ?? '');
  // Typing must never wait for the tables.
  const filterText = useDeferredValue(q);
  const { kind, show } = search;
  const filtered = useMemo(
    () =>
      data && {
        outgoing: filterGrants(data.outgoing, { q: filterText, kind }),
        incoming: filterGrants(data.incoming, { q: filterText, kind }),
      },
    [data, filterText, kind],
  );
  const { chain, at } = search;
  // A stable object, so that memoised children do not render on every key press.
  const link = useMemo(() => ({ chain, registry: search.registry, at }), [chain, search.registry, at]);
  return (
    <>
      <WalletHead
        networks={networks}
        network={network}
        chainId={chainId}
        registry={registry}
        isPast={isPast}
        isFetching={isFetching}
        onChange={onChange}
        wallet={data?.address ?? wallet}
        block={data?.block}
        onRefresh={() => void refetch()}
      />
      {time.isLong && <TimeBar {...time} isReading={isPlaceholderData} onMove={time.move} />}
      {error && <FailureNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && filtered && count(data) === 0 && (
        <EmptyWallet
          wallet={wallet}
          networks={networks}
          chainId={chainId}
          registry={registry}
          isPast={isPast}
        />
      )}
      {data && filtered && count(data) > 0 && (
        <div className="explorer__shown" data-stale={isPlaceholderData} aria-busy={isPlaceholderData}>
          {!data.isWhole && (
            <MoreRows
              rows={count(data)}
              isReading={isPlaceholderData}
              onMore={() => setRows(rows + ROWS_AT_ONCE)}
            />
          )}
          <DelegationGraph wallet={data.address} grants={data} link={link} />
          <FilterBar
            q={q}
            setQ={setQ}
            kind={kind}
            show={show}
            registry={registry}
            onChange={onChange}
            total={data}
            shown={filtered}
          />
          <div className="explorer__tables" data-alone={show !== undefined}>
            {DIRECTIONS.filter((direction) => !show || show === direction).map((direction) => (
              <GrantSection
                key={direction}
                direction={direction}
                grants={filtered[direction]}
                total={data[direction].length}
                explorer={network?.explorer ?? null}
                link={link}
              />
            ))}
          </div>
        </div>
      )}
    </>
  );
}

/** Calls `tell` when there are changes newer than the list. */
function useNews(happened: number | undefined, isBehind: boolean, tell: () => void): void {
  const heard = useRef({ happened, isBehind });
  useEffect(() => {
    const before = heard.current;
    heard.current = { happened, isBehind };
    const isNew = before.happened !== undefined && before.happened !== happened;
    if (isNew || (isBehind && !before.isBehind)) tell();
  });
}
