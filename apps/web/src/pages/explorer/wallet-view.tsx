import type { Network } from '@mandate/sdk';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { FailureNote } from '../../components/failure-note.tsx';
import { DelegationGraph } from './delegation-graph.tsx';
import { EmptyWallet } from './empty-wallet.tsx';
import type { Direction, ExplorerSearch, Registry, SearchChange } from './explorer-search.ts';
import { FilterBar } from './filter-bar.tsx';
import { GrantSection } from './grant-section.tsx';
import { filterGrants, type Grants } from './grants.ts';
import { Loading } from './loading.tsx';
import { MoreRows } from './more-rows.tsx';
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
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    walletQuery({ wallet, chainId, registry, rows }),
  );
  const [q, setQ] = useState(search.q ?? '');
  // The text field must never wait for the tables.
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
  const { chain } = search;
  // The same object while nothing changes: what is drawn with it is not drawn anew for each key typed.
  const link = useMemo(() => ({ chain, registry: search.registry }), [chain, search.registry]);
  return (
    <>
      <WalletHead
        {...{ networks, network, chainId, registry, onChange }}
        wallet={data?.address ?? wallet}
        block={data?.block}
        isFetching={isFetching}
        onRefresh={() => void refetch()}
      />
      {error && <FailureNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && filtered && count(data) === 0 && <EmptyWallet {...{ wallet, networks, chainId, registry }} />}
      {data && filtered && count(data) > 0 && (
        <>
          {!data.isWhole && (
            <MoreRows
              rows={count(data)}
              isReading={isPlaceholderData}
              onMore={() => setRows(rows + ROWS_AT_ONCE)}
            />
          )}
          <DelegationGraph wallet={data.address} grants={data} link={link} />
          <FilterBar {...{ q, setQ, kind, show, registry, onChange }} total={data} shown={filtered} />
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
        </>
      )}
    </>
  );
}
