import { Link } from '@tanstack/react-router';
import type { WalletAnswer } from '../wallet/wallet-query.ts';

interface EmptyWalletProps {
  readonly wallet: string;
  readonly chains: WalletAnswer['chains'];
  readonly isPast: boolean;
  /** The service cannot answer any more. */
  readonly hasFailed: boolean;
}

/** Says that there are no delegations, and which chains that is known of. */
export function EmptyWallet({ wallet, chains, isPast, hasFailed }: EmptyWalletProps) {
  const known = chains.filter((chain) => chain.known).length;
  if (known === 0 || hasFailed) {
    return (
      <section className="empty-wallet card stack stack--m" aria-labelledby="empty-title">
        <h2 id="empty-title">Unknown right now</h2>
        <p className="quiet">
          No chain could answer, so nothing is known about the delegations of this wallet.
        </p>
      </section>
    );
  }
  const where = known === chains.length ? describeAll(known) : `On the ${describeSome(known)} answered`;
  return (
    <section className="empty-wallet card stack stack--m" aria-labelledby="empty-title">
      <h2 id="empty-title">{isPast ? 'No delegations at that time' : 'No delegations'}</h2>
      <p className="quiet">
        {where}, this wallet {isPast ? 'had' : 'has'} neither given nor received a delegation
        {isPast && ' at that time'}, in either registry.
      </p>
      {!isPast && (
        <p className="quiet">
          Is it yours?{' '}
          <Link to="/grant" search={{ from: wallet }} preload={false}>
            Let another wallet act for it
          </Link>
          , or{' '}
          <Link to="/grant" search={{ to: wallet }} preload={false}>
            let it act for another wallet of yours
          </Link>
          .
        </p>
      )}
    </section>
  );
}

const describeAll = (known: number) =>
  known === 1 ? 'On the only chain here' : known === 2 ? 'On both chains' : `On all ${known} chains`;
const describeSome = (known: number) => (known === 1 ? 'one chain that' : `${known} chains that`);
