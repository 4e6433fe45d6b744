import type { Direction } from './explorer-search.ts';
import { GrantTable } from './grant-table.tsx';
import type { Grant } from './grants.ts';
import type { WalletLinkSearch } from './wallet-link.tsx';

interface GrantSectionProps {
  readonly direction: Direction;
  readonly grants: readonly Grant[];
  /** The number before filtering. */
  readonly total: number;
  readonly explorer: string | null;
  readonly link: WalletLinkSearch;
}

const TEXTS = {
  outgoing: {
    title: 'Wallets that may act for this one',
    about: 'This wallet gave these delegations. Only it can revoke them.',
    none: 'None: this wallet has given no delegation here.',
  },
  incoming: {
    title: 'Wallets this one may act for',
    about:
      'Others gave these delegations. Anyone can do that without consent, so they say nothing about this wallet.',
    none: 'None: this wallet has received no delegation here.',
  },
} as const;

export function GrantSection({ direction, grants, total, explorer, link }: GrantSectionProps) {
  const { title, about, none } = TEXTS[direction];
  const id = `${direction}-title`;
  return (
    <section className="grants card" aria-labelledby={id}>
      <header className="grants__head">
        <h2 id={id} tabIndex={-1}>
          {title} <span className="grants__count">{total.toLocaleString('en')}</span>
        </h2>
        {total > 0 && <p>{about}</p>}
        {direction === 'incoming' && total > 0 && (
          <p>
            <span className="badge badge--warn">Unsolicited</span> This wallet has given nothing to the other
            one, so nothing shows that they belong together.
          </p>
        )}
      </header>
      {total === 0 && <p className="grants__none">{none}</p>}
      {total > 0 && grants.length === 0 && (
        <p className="grants__none">
          None of the {total.toLocaleString('en')} delegations matches the filter.
        </p>
      )}
      {grants.length > 0 && (
        <GrantTable
          grants={grants}
          title={title}
          labelledBy={id}
          explorer={explorer}
          link={link}
          direction={direction}
        />
      )}
    </section>
  );
}
