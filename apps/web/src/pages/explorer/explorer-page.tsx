import './explorer.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { networksQuery } from '../../api/queries.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { usePageTitle } from '../../components/page-title.ts';
import { readWallet } from '../../components/read-wallet.ts';
import { shorten } from '../../components/shorten.ts';
import { WalletSearch } from '../../components/wallet-search.tsx';
import type { ExplorerSearch } from './explorer-search.ts';
import { Loading } from './loading.tsx';
import { WalletView } from './wallet-view.tsx';

export function ExplorerPage() {
  const { wallet: written } = useParams({ from: '/explorer/$wallet' });
  const search = useSearch({ from: '/explorer/$wallet' });
  const { wallet } = readWallet(written);
  usePageTitle(wallet ? shorten(wallet) : 'Explorer');
  const { chain, registry } = search;
  const keep = { ...(chain && { chain }), ...(registry && { registry }) };
  if (!wallet) {
    return (
      <div className="explorer-start">
        <h1>This is not a wallet address</h1>
        <WalletSearch key={written} size="large" tried={written} keep={keep} />
      </div>
    );
  }
  return (
    <div className="explorer">
      <WalletSearch key={wallet} keep={keep} />
      <OnNetworks key={wallet} wallet={wallet} search={search} />
    </div>
  );
}

/** Loads the chains before any wallet. */
function OnNetworks({ wallet, search }: { wallet: `0x${string}`; search: ExplorerSearch }) {
  const { data: networks, error, refetch } = useQuery(networksQuery);
  const navigate = useNavigate({ from: '/explorer/$wallet' });
  if (networks) {
    return (
      <WalletView
        wallet={wallet}
        search={search}
        networks={networks}
        onChange={(change) =>
          void navigate({
            search: (before) => withoutEmpty({ ...before, ...change }),
            replace: true,
            resetScroll: false,
          })
        }
      />
    );
  }
  return (
    <>
      <h1 className="wallet-head__address mono">{wallet}</h1>
      {error ? <FailureNote error={error} onRetry={() => void refetch()} /> : <Loading />}
    </>
  );
}

/** Links contain only values that differ from the defaults. */
function withoutEmpty(search: { [Key in keyof ExplorerSearch]: ExplorerSearch[Key] | undefined }) {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ''),
  ) as ExplorerSearch;
}
