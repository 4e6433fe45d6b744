import { writeCount, writeNumber } from '@mandate/sdk/words';
import { useMemo } from 'react';
import { useActing } from '../../transactions/use-acting.ts';
import type { Row } from '../wallet/rows.ts';
import type { Selection } from './selection.ts';

interface SelectionBarProps {
  readonly rows: readonly Row[];
  readonly selection: Selection;
}

/** Says how many delegations are selected, also those that the filter hides, and acts on them. */
export function SelectionBar({ rows, selection }: SelectionBarProps) {
  const { keys, clear } = selection;
  const { revoke } = useActing();
  // A delegation that was revoked meanwhile is no longer among the rows.
  const selected = useMemo(
    () => (keys.size > 0 ? rows.filter(({ key }) => keys.has(key)) : []),
    [rows, keys],
  );
  if (selected.length === 0) return null;
  const chains = new Set(selected.map(({ chainId }) => chainId)).size;
  return (
    <section className="selection-bar card row" aria-label="Selection">
      <p className="grow" role="status">
        <strong>{writeNumber(selected.length)} selected</strong> on {writeCount(chains, 'chain')}
      </p>
      <button type="button" className="button button--quiet" onClick={clear}>
        Clear
      </button>
      <button type="button" className="button" onClick={() => revoke(selected)}>
        Revoke…
      </button>
    </section>
  );
}
