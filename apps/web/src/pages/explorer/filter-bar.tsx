import type { Registry } from '@mandate/sdk';
import { useEffect, useId, useRef } from 'react';
import { type GrantKind, listKinds } from '../../components/grant-kinds.ts';
import { KIND_WORDS } from '../../components/grant-words.ts';
import { Segments } from '../../components/segments.tsx';
import type { Direction, SearchChange } from './explorer-search.ts';
import type { Grants } from './grants.ts';

const TYPING_MS = 250;

interface FilterBarProps {
  readonly q: string;
  readonly setQ: (q: string) => void;
  readonly kind: GrantKind | undefined;
  readonly show: Direction | undefined;
  readonly registry: Registry;
  readonly onChange: (change: SearchChange) => void;
  readonly total: Grants;
  readonly shown: Grants;
}

export function FilterBar({ q, setQ, kind, show, registry, onChange, total, shown }: FilterBarProps) {
  const id = useId();
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string) => {
    setQ(text);
    // Updates the URL after a pause in typing, because browsers limit how often it may change.
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onChange({ q: text }), TYPING_MS);
  };
  return (
    <section className="filter-bar" aria-label="Filter">
      <label className="visually-hidden" htmlFor={`${id}-q`}>
        Filter by address, token, amount or right
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
      <label className="visually-hidden" htmlFor={`${id}-kind`}>
        Kind
      </label>
      <select
        id={`${id}-kind`}
        className="select"
        value={kind ?? ''}
        onChange={({ target }) => onChange({ kind: (target.value || undefined) as GrantKind | undefined })}
      >
        <option value="">All kinds</option>
        {listKinds(registry).map((one) => (
          <option key={one} value={one}>
            {KIND_WORDS[one].name}
          </option>
        ))}
      </select>
      <Segments
        label="Direction"
        value={show ?? 'both'}
        onChange={(chosen) => onChange({ show: chosen === 'both' ? undefined : chosen })}
        options={[
          { value: 'both', text: 'Both' },
          { value: 'outgoing', text: 'Given' },
          { value: 'incoming', text: 'Received' },
        ]}
      />
      <p className="filter-bar__count" role="status">
        {describeCount(total, shown, show)}
      </p>
    </section>
  );
}

function describeCount(total: Grants, shown: Grants, show: Direction | undefined): string {
  const count = ({ outgoing, incoming }: Grants) =>
    (show === 'incoming' ? 0 : outgoing.length) + (show === 'outgoing' ? 0 : incoming.length);
  const [all, some] = [count(total), count(shown)];
  const whole = `${all.toLocaleString('en')} ${all === 1 ? 'delegation' : 'delegations'}`;
  return all === some ? whole : `${some.toLocaleString('en')} of ${whole}`;
}
