import { kindOf, type Network } from '@mandate/sdk';
import type { WalletDelegation } from '@mandate/sdk/explore';
import { Address } from '../../ui/wallet/address.tsx';
import { GrantScope, RightsBadge } from '../../ui/wallet/grant-scope.tsx';
import { rowKeyOf } from '../row-key.ts';

interface RowListProps {
  readonly rows: readonly WalletDelegation[];
  readonly networks: readonly Network[];
}

const SHOWN = 5;

/** Lists the chosen delegations. */
export function RowList({ rows, networks }: RowListProps) {
  const items = rows.map((row) => {
    const network = networks.find(({ chainId }) => chainId === row.chainId);
    return (
      <li key={rowKeyOf(row)} className="box stack stack--s">
        <div className="row row--apart">
          <Address value={row.to} what="the address of the wallet" chainId={row.chainId} />
          <span className="row">
            <span className="badge">{network?.name ?? `Chain ${row.chainId}`}</span>
            <span className="badge">{row.registry}</span>
            <RightsBadge rights={row.rights} />
          </span>
        </div>
        <GrantScope
          grant={{ ...row, kind: kindOf(row) }}
          chainId={row.chainId}
          explorer={network?.explorer ?? null}
        />
      </li>
    );
  });
  return (
    <div className="stack stack--m">
      <ul className="stack stack--m">{items.slice(0, SHOWN)}</ul>
      {items.length > SHOWN && (
        <details>
          <summary className="quiet">Show {items.length - SHOWN} more</summary>
          <ul className="stack stack--m">{items.slice(SHOWN)}</ul>
        </details>
      )}
    </div>
  );
}
