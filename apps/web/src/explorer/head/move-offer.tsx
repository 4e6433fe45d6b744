import { writeCount } from '@mandate/sdk/words';
import { useActing } from '../../transactions/use-acting.ts';
import { useConnection } from '../../wallets/use-connection.ts';
import type { Row } from '../wallet/rows.ts';

interface MoveOfferProps {
  readonly wallet: string;
  readonly rows: readonly Row[];
}

/** Offers the owner of a vault to move its v1 delegations to v2. */
export function MoveOffer({ wallet, rows }: MoveOfferProps) {
  const { move } = useActing();
  const account = useConnection()?.account;
  const count = rows.filter(
    ({ registry, direction }) => registry === 'v1' && direction === 'outgoing',
  ).length;
  if (count === 0 || !account || account.toLowerCase() !== wallet.toLowerCase()) return null;
  return (
    <div className="note row row--apart">
      <p>
        <strong>You gave {writeCount(count, 'delegation')} in registry v1.</strong> Sites that ask registry v2
        only do not see {count === 1 ? 'it' : 'them'}.
      </p>
      <button type="button" className="button button--quiet" onClick={() => move(account)}>
        Move to v2…
      </button>
    </div>
  );
}
