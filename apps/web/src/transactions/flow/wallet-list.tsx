import { useMutation, useQuery } from '@tanstack/react-query';
import { connections } from '../../wallets/connection.ts';
import { findWallets } from '../../wallets/find-wallets.ts';
import type { FoundWallet } from '../../wallets/found-wallet.ts';
import { isFramed } from '../../wallets/framed.ts';
import { WalletRefusal } from '../../wallets/say-reason.ts';
import { OpenOnPhone } from '../phone/open-on-phone.tsx';

interface WalletListProps {
  /** The page and the action that a phone opens. */
  readonly path: string;
  readonly onConnected?: () => void;
}

/** Lists the wallets of this browser. Choosing one asks it for its account. */
export function WalletList({ path, onConnected }: WalletListProps) {
  const {
    data: wallets,
    refetch,
    isFetching,
  } = useQuery({
    queryKey: ['browser-wallets'],
    queryFn: async (): Promise<readonly FoundWallet[]> => findWallets(),
    staleTime: 0,
  });
  const choose = useMutation({
    mutationFn: (wallet: FoundWallet) => connections.connect(wallet),
    onSuccess: () => onConnected?.(),
  });
  if (!wallets) return <p className="quiet">Looking for wallets…</p>;
  return (
    <div className="stack stack--m">
      {wallets.length === 0 ? (
        <div className="note">
          {isFramed() ? (
            <p>
              <strong>No Safe answers.</strong> Open this page as an app inside Safe, or in a tab of its own.
            </p>
          ) : (
            <p>
              <strong>This browser has no wallet.</strong> Install one as an extension, or open this page on
              your phone.
            </p>
          )}
          <button
            type="button"
            className="button button--quiet"
            disabled={isFetching}
            onClick={() => void refetch()}
          >
            Look again
          </button>
        </div>
      ) : (
        <ul className="row actions">
          {wallets.map((wallet) => (
            <li key={wallet.id}>
              <button
                type="button"
                className="button button--quiet"
                aria-disabled={choose.isPending}
                onClick={() => {
                  if (!choose.isPending) choose.mutate(wallet);
                }}
              >
                {wallet.icon && <img src={wallet.icon} alt="" width="20" height="20" />}
                {choose.isPending && choose.variables === wallet
                  ? `Waiting for ${wallet.name}…`
                  : `Connect ${wallet.name}`}
              </button>
            </li>
          ))}
        </ul>
      )}
      {choose.error && !choose.isPending && (
        <p className="note" data-tone="bad" role="alert">
          {describeRefusal(choose.error)}
        </p>
      )}
      {!isFramed() && <OpenOnPhone path={path} />}
    </div>
  );
}

function describeRefusal(error: unknown): string {
  const isRejection = error instanceof WalletRefusal && error.isRejection;
  if (isRejection) return 'You declined to connect. Choose the wallet again when you are ready.';
  return error instanceof Error ? error.message : 'The wallet did not answer. Unlock it and try again.';
}
