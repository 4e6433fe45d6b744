import '../wallet/people.css';
import type { Network } from '@mandate/sdk';
import { writeNumber } from '@mandate/sdk/words';
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { DelegationGraph } from '../graph/delegation-graph.tsx';
import type { ExplorerSearch, SearchChange } from '../wallet/explorer-search.ts';
import { countRows, createSearch, groupByPerson } from '../wallet/people.ts';
import type { NameOfChain, Row } from '../wallet/rows.ts';
import { FilterBar } from './filter-bar.tsx';
import { ListButtons } from './list-buttons.tsx';
import { listItems } from './list-items.ts';
import { PeopleList } from './people-list.tsx';
import { PrintedList } from './printed-list.tsx';
import { useSelection } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useUnfolded } from './use-unfolded.ts';

interface PeopleSectionProps {
  readonly wallet: string;
  /** All rows, and those that the choices of the URL leave. */
  readonly rows: readonly Row[];
  readonly chosen: readonly Row[];
  readonly unsolicited: ReadonlySet<unknown>;
  readonly search: ExplorerSearch;
  readonly networks: readonly Network[];
  readonly nameOfChain: NameOfChain;
  readonly isPast: boolean;
  /** Draws the delegations instead of listing them. */
  readonly isGraph: boolean;
  readonly onChange: (change: SearchChange) => void;
}

/** The filter and the list, apart from the rest of the page so that typing renders nothing else. */
export const PeopleSection = memo(function PeopleSection(props: PeopleSectionProps) {
  const { wallet, rows, chosen, unsolicited, search, networks, nameOfChain, isPast, isGraph, onChange } =
    props;
  const [q, setQ] = useTypedText(search.q ?? '');
  // Typing never waits for the list.
  const filterText = useDeferredValue(q);
  const find = useMemo(() => createSearch(groupByPerson(chosen)), [chosen]);
  const people = useMemo(() => find(filterText), [find, filterText]);
  const [unfolded, toggle] = useUnfolded();
  const items = useMemo(() => listItems(people, unfolded), [people, unfolded]);
  const selection = useSelection();
  const shown = useMemo(() => countRows(people), [people]);
  const [title, goToList] = useWayToList(isGraph, onChange);
  return (
    <>
      <FilterBar
        q={q}
        setQ={setQ}
        search={search}
        networks={networks}
        onChange={onChange}
        total={rows.length}
        shown={shown}
      />
      {isGraph && chosen.length > 0 ? (
        <DelegationGraph
          wallet={wallet}
          rows={chosen}
          unsolicited={unsolicited}
          nameOfChain={nameOfChain}
          at={search.at}
          onList={goToList}
        />
      ) : (
        <section className="people card" aria-labelledby="people-title">
          <header className="people__head">
            <h2 id="people-title" ref={title} tabIndex={-1}>
              Wallets <span className="people__count digits">{writeNumber(people.length)}</span>
            </h2>
            <ListButtons wallet={wallet} people={people} nameOfChain={nameOfChain} />
            <p className="quiet">
              Received ones say nothing about this wallet: anyone can give it one without asking.
            </p>
          </header>
          {people.length === 0 ? (
            <p className="people__none quiet">
              None of the {writeNumber(rows.length)} delegations matches the filters.
            </p>
          ) : (
            <PeopleList
              items={items}
              unsolicited={unsolicited}
              networks={networks}
              nameOfChain={nameOfChain}
              at={search.at}
              isPast={isPast}
              selection={selection}
              onToggle={toggle}
            />
          )}
          <PrintedList people={people} nameOfChain={nameOfChain} />
        </section>
      )}
      {!isPast && <SelectionBar rows={rows} selection={selection} />}
    </>
  );
});

/** Leads from the graph to the list, and moves the focus there. */
function useWayToList(isGraph: boolean, onChange: PeopleSectionProps['onChange']) {
  const title = useRef<HTMLHeadingElement>(null);
  const isOnTheWay = useRef(false);
  useEffect(() => {
    if (isGraph || !isOnTheWay.current) return;
    isOnTheWay.current = false;
    title.current?.focus();
  }, [isGraph]);
  const goToList = useCallback(() => {
    isOnTheWay.current = true;
    onChange({ view: undefined });
  }, [onChange]);
  return [title, goToList] as const;
}

/** Holds the text while it is typed. It follows the URL after a link, "back" or "forward". */
function useTypedText(written: string) {
  const [q, setQ] = useState(written);
  useEffect(() => setQ(written), [written]);
  return [q, setQ] as const;
}
