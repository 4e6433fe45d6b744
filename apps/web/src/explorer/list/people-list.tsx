import type { Network } from '@mandate/sdk';
import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { NameOfChain } from '../wallet/rows.ts';
import { FoldItem } from './fold-item.tsx';
import type { ListItem } from './list-items.ts';
import { PersonItem } from './person-item.tsx';
import { RowItem } from './row-item.tsx';
import type { Selection } from './selection.ts';

interface PeopleListProps {
  readonly items: readonly ListItem[];
  readonly unsolicited: ReadonlySet<unknown>;
  readonly networks: readonly Network[];
  readonly nameOfChain: NameOfChain;
  readonly at: string | undefined;
  readonly isPast: boolean;
  readonly selection: Selection;
  readonly onToggle: (address: string) => void;
}

/** The usual heights, on wide and narrow screens. */
const WIDE_PX = { person: 60, row: 49, fold: 44 } as const;
const NARROW_PX = { person: 84, row: 104, fold: 44 } as const;
const NARROW = '(max-width: 860px)';
const OVERSCAN_ITEMS = 4;
/** Shorter lists are rendered whole, so that the browser's own search finds everything. */
const MAX_WHOLE_ITEMS = 60;
const COLUMNS = ['Select', 'Direction', 'For what', 'Rights', 'Chain', 'Since', 'Actions'];

/** Renders only the lines that are visible in the window. */
export const PeopleList = memo(function PeopleList(props: PeopleListProps) {
  const { items, networks, onToggle, unsolicited, selection, ...shared } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const top = useTop(body);
  const sizes = matchMedia(NARROW).matches ? NARROW_PX : WIDE_PX;
  // Stable functions: new ones would measure all lines again.
  const keyOf = useCallback((index: number) => items[index]?.key ?? index, [items]);
  const sizeOf = useCallback((index: number) => sizes[items[index]?.type ?? 'row'], [items, sizes]);
  const explorers = useMemo(
    () => new Map(networks.map(({ chainId, explorer }) => [chainId, explorer])),
    [networks],
  );
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: sizeOf,
    getItemKey: keyOf,
    overscan: items.length <= MAX_WHOLE_ITEMS ? MAX_WHOLE_ITEMS : OVERSCAN_ITEMS,
    scrollMargin: top,
    measureElement: measureLater,
  });
  return (
    <table aria-label="Delegations" aria-rowcount={items.length + 1} className="people-list">
      <thead className="people-list__head">
        <tr aria-rowindex={1} className="grant-row">
          {COLUMNS.map((name) => (
            <th key={name} scope="col">
              {name === 'Select' || name === 'Actions' ? (
                <span className="visually-hidden">{name}</span>
              ) : (
                name
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body} className="people-list__body" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          const place = { index, start: start - top, measure: virtualizer.measureElement };
          if (item?.type === 'person') {
            return <PersonItem key={key} {...place} {...shared} person={item.person} selection={selection} />;
          }
          if (item?.type === 'fold') return <FoldItem key={key} {...place} item={item} onToggle={onToggle} />;
          return (
            item && (
              <RowItem
                key={key}
                {...place}
                {...shared}
                row={item.row}
                isLast={item.isLast}
                isUnsolicited={unsolicited.has(item.row)}
                isSelected={selection.keys.has(item.key)}
                onSelect={selection.set}
                explorer={explorers.get(item.row.chainId) ?? null}
              />
            )
          );
        })}
      </tbody>
    </table>
  );
});

/** Takes sizes only from the observer: reading them while rendering would lay out the page at every key press. */
function measureLater<T extends Element>(
  element: T,
  entry: ResizeObserverEntry | undefined,
  { options, itemSizeCache, indexFromElement }: Virtualizer<Window, T>,
): number {
  const [box] = entry?.borderBoxSize ?? [];
  if (box) return Math.round(box.blockSize);
  const index = indexFromElement(element);
  return itemSizeCache.get(options.getItemKey(index)) ?? options.estimateSize(index);
}

/** Returns the distance from the top of the page, also when something above changes its height. */
function useTop(element: { readonly current: HTMLElement | null }): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const look = () => {
      if (element.current) setTop(Math.round(element.current.getBoundingClientRect().top + scrollY));
    };
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    look();
    return () => observer.disconnect();
  }, [element]);
  return top;
}
