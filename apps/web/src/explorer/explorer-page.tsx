import './explorer.css';
import { readName } from '@mandate/sdk/explore';
import { shorten } from '@mandate/sdk/words';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useResolved } from '../names/use-resolved.ts';
import { networksQuery } from '../service/queries.ts';
import { usePageTitle } from '../ui/page/page-title.ts';
import { readWallet } from '../ui/read/read-wallet.ts';
import { WalletSearch } from '../ui/wallet/wallet-search.tsx';
import type { ExplorerSearch, SearchChange } from './wallet/explorer-search.ts';
import { WalletView } from './wallet-view.tsx';

export function ExplorerPage() {
  const { wallet: written } = useParams({ from: '/explorer/$wallet' });
  const search = useSearch({ from: '/explorer/$wallet' });
  const name = readName(written);
  const resolved = useResolved(name);
  const read = name ? null : readWallet(written);
  const wallet = resolved.state === 'found' ? resolved.address : read?.wallet;
  usePageTitle(resolved.state === 'found' ? resolved.name : wallet ? shorten(wallet) : 'Explorer');
  // The wallet is read at once: the names of the chains can come later.
  const { data: networks = NO_NETWORKS } = useQuery(networksQuery);
  const navigate = useNavigate({ from: '/explorer/$wallet' });
  const change = useCallback(
    (change: SearchChange) =>
      void navigate({
        search: (before) => withoutEmpty({ ...before, ...change }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  if (!wallet) {
    const problem = 'problem' in resolved ? resolved.problem : read?.problem;
    return (
      <div className="narrow stack">
        <h1>{TITLES[resolved.state]}</h1>
        {resolved.state === 'asking' ? (
          <p role="status">
            Looking up where <bdi>{name}</bdi> leads…
          </p>
        ) : (
          <WalletSearch key={`${written} ${problem}`} size="large" tried={{ text: written, problem }} />
        )}
      </div>
    );
  }
  return (
    <div className="explorer stack">
      <WalletSearch key={wallet} />
      <WalletView
        key={`view ${wallet}`}
        wallet={wallet}
        openedAs={resolved.state === 'found' ? resolved.name : null}
        search={search}
        networks={networks}
        onChange={change}
      />
    </div>
  );
}

const NO_NETWORKS = [] as const;

const TITLES = {
  none: 'This is not a wallet address',
  asking: 'Opening a name',
  found: '',
  missing: 'This name leads to no wallet',
  unknown: 'This name cannot be looked up now',
} as const;

/** Links contain only values that differ from the defaults. */
function withoutEmpty(search: { [Key in keyof ExplorerSearch]: ExplorerSearch[Key] | undefined }) {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ''),
  ) as ExplorerSearch;
}
