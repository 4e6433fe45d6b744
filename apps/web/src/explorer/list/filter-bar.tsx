import type { Network, Registry } from '@mandate/sdk';
import { KIND_WORDS, writeCount, writeNumber } from '@mandate/sdk/words';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { nameNetwork } from '../../ui/form/chain-select.tsx';
import { Segments } from '../../ui/form/segments.tsx';
import { useFold } from '../../ui/form/use-fold.ts';
import { ALL_KINDS, type GrantKind, REGISTRY_NAMES } from '../../words/grant-kinds.ts';
import type { Direction, ExplorerSearch, SearchChange } from '../wallet/explorer-search.ts';

const TYPING_MS = 250;
/** The choices take several lines here. */
const NARROW = '(max-width: 640px)';
const CLEARED = {
  q: undefined,
  chain: undefined,
  registry: undefined,
  kind: undefined,
  show: undefined,
  review: undefined,
} as const;

interface FilterBarProps {
  readonly q: string;
  readonly setQ: (q: string) => void;
  readonly search: ExplorerSearch;
  /** The chains to choose from. */
  readonly networks: readonly Network[];
  readonly onChange: (change: SearchChange) => void;
  /** The number of delegations before and after filtering. */
  readonly total: number;
  readonly shown: number;
}

export function FilterBar({ q, setQ, search, networks, onChange, total, shown }: FilterBarProps) {
  const { chain, registry, kind, show, review } = search;
  const id = useId();
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string) => {
    setQ(text);
    // Updates the URL after a pause in typing, because browsers limit how often it may change.
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onChange({ q: text }), TYPING_MS);
  };
  const clear = () => {
    clearTimeout(timer.current);
    setQ('');
    onChange(CLEARED);
  };
  const isChosen = chain !== undefined || [registry, kind, show].some(Boolean);
  const isFiltered = q !== '' || isChosen || Boolean(review);
  const fold = useFold<HTMLElement>(NARROW, () => !isChosen);
  return (
    <section className="filter-bar row" aria-label="Filter" ref={fold.part}>
      <label className="visually-hidden" htmlFor={`${id}-q`}>
        Filter by address, token, amount, right or transaction
      </label>
      <input
        id={`${id}-q`}
        type="search"
        className="input filter-bar__text"
        placeholder="Filter by address, token, right…"
        value={q}
        onChange={({ target }) => type(target.value)}
        spellCheck={false}
        autoComplete="off"
      />
      {fold.isFolded ? (
        <button type="button" className="button button--quiet" onClick={() => fold.ask('select')}>
          Filters
        </button>
      ) : (
        <Choices search={search} networks={networks} onChange={onChange} />
      )}
      <p className="filter-bar__count row quiet digits">
        <span role="status">{describeCount(total, shown)}</span>
        {isFiltered && (
          <button type="button" className="link-button" onClick={clear}>
            Clear filters
          </button>
        )}
      </p>
    </section>
  );
}

type ChoicesProps = Pick<FilterBarProps, 'search' | 'networks' | 'onChange'>;

function Choices({ search: { chain, registry, kind, show }, networks, onChange }: ChoicesProps) {
  return (
    <>
      <Choice
        label="Chain"
        value={chain === undefined ? '' : String(chain)}
        onChange={(value) => onChange({ chain: value ? Number(value) : undefined })}
      >
        <option value="">All chains</option>
        {networks.map((network) => (
          <option key={network.chainId} value={network.chainId}>
            {nameNetwork(network)}
          </option>
        ))}
        {chain !== undefined && networks.every(({ chainId }) => chainId !== chain) && (
          <option value={chain}>Chain {chain} (not served)</option>
        )}
      </Choice>
      <Choice
        label="Registry"
        value={registry ?? ''}
        onChange={(value) => onChange({ registry: (value || undefined) as Registry | undefined })}
      >
        <option value="">Both registries</option>
        {REGISTRY_NAMES.map((one) => (
          <option key={one} value={one}>
            Registry {one}
          </option>
        ))}
      </Choice>
      <Choice
        label="Kind"
        value={kind ?? ''}
        onChange={(value) => onChange({ kind: (value || undefined) as GrantKind | undefined })}
      >
        <option value="">All kinds</option>
        {ALL_KINDS.map((one) => (
          <option key={one} value={one}>
            {KIND_WORDS[one].long}
          </option>
        ))}
      </Choice>
      <Segments<Direction | 'both'>
        label="Direction"
        value={show ?? 'both'}
        onChange={(chosen) => onChange({ show: chosen === 'both' ? undefined : chosen })}
        options={[
          { value: 'both', text: 'Both' },
          { value: 'outgoing', text: 'Given' },
          { value: 'incoming', text: 'Received' },
        ]}
      />
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      className="select"
      data-chosen={value !== ''}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {children}
    </select>
  );
}

function describeCount(total: number, shown: number): string {
  const whole = writeCount(total, 'delegation');
  return total === shown ? whole : `${writeNumber(shown)} of ${whole}`;
}
