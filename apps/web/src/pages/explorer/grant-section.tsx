import type { Direction } from './explorer-search.ts';
import { GrantTable } from './grant-table.tsx';
import type { Grant } from './grants.ts';
import type { WalletLinkSearch } from './wallet-link.tsx';

interface GrantSectionProps {
  readonly direction: Direction;
  readonly grants: readonly Grant[];
  /** Before filtering. */
  readonly total: number;
  readonly explorer: string | null;
  readonly link: WalletLinkSearch;
}

const TEXTS = {
  outgoing: {
    title: 'Who may act for this wallet',
    about: 'This wallet granted these itself. Only it can take them back.',
    none: 'Nobody: this wallet has granted nothing here.',
  },
  incoming: {
    title: 'For whom this wallet may act',
    about:
      'Others granted these. Anyone can do so without asking, so a row here says nothing about this wallet.',
    none: 'For nobody: no other wallet has granted it anything here.',
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
            <span className="badge badge--warn">Unsolicited</span> this wallet has granted nothing in turn to
            that one, so nothing shows that the two belong together.
          </p>
        )}
      </header>
      {total === 0 && <p className="grants__none">{none}</p>}
      {total > 0 && grants.length === 0 && (
        <p className="grants__none">None of {total.toLocaleString('en')} fits the filter.</p>
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
