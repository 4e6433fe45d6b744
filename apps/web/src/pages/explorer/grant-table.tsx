import './grant-table.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useRef } from 'react';
import type { Direction } from './explorer-search.ts';
import { GrantRow } from './grant-row.tsx';
import type { Grant } from './grants.ts';
import type { WalletLinkSearch } from './wallet-link.tsx';

interface GrantTableProps {
  readonly grants: readonly Grant[];
  readonly direction: Direction;
  readonly title: string;
  readonly labelledBy: string;
  readonly explorer: string | null;
  readonly link: WalletLinkSearch;
}

const USUAL_ROW_PX = 64;
const OVERSCAN_ROWS = 4;

/** Renders only the visible rows, with spacers for the others. */
export const GrantTable = memo(function GrantTable(props: GrantTableProps) {
  const { grants, direction, title, labelledBy, explorer, link } = props;
  const scroller = useRef<HTMLDivElement>(null);
  // A stable function: a new one would measure all rows again.
  const keyOf = useCallback((index: number) => grants[index]?.id ?? index, [grants]);
  const virtualizer = useVirtualizer({
    count: grants.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => USUAL_ROW_PX,
    getItemKey: keyOf,
    overscan: OVERSCAN_ROWS,
  });
  const items = virtualizer.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling regions must be reachable by keyboard.
    <section ref={scroller} className="grants__scroller" tabIndex={0} aria-label={`Rows: ${title}`}>
      <table className="grant-table" aria-labelledby={labelledBy} aria-rowcount={grants.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{direction === 'outgoing' ? 'To' : 'From'}</th>
            <th scope="col">Scope</th>
            <th scope="col">Rights</th>
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Spacer heightPx={above} />}
          {items.map(({ index, key }) => {
            const grant = grants[index];
            return (
              grant && (
                <GrantRow
                  key={key}
                  grant={grant}
                  index={index}
                  measure={virtualizer.measureElement}
                  explorer={explorer}
                  link={link}
                />
              )
            );
          })}
          {below > 0 && <Spacer heightPx={below} />}
        </tbody>
      </table>
    </section>
  );
});

function Spacer({ heightPx }: { heightPx: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: this row cannot be focused.
    <tr aria-hidden="true" className="grant-table__spacer">
      <td colSpan={3} style={{ height: heightPx }} />
    </tr>
  );
}
