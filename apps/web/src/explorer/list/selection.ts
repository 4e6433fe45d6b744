import { useCallback, useMemo, useState } from 'react';
import type { Row } from '../wallet/rows.ts';

export interface Selection {
  readonly keys: ReadonlySet<string>;
  /** Selects these, or takes them out. */
  readonly set: (rows: readonly Row[], isSelected: boolean) => void;
  readonly clear: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** Only given delegations can be selected: the wallet cannot revoke the others. */
export const isRevocable = ({ direction }: Row) => direction === 'outgoing';

export function useSelection(): Selection {
  const [keys, setKeys] = useState(NONE);
  const set = useCallback((rows: readonly Row[], isSelected: boolean) => {
    setKeys((before) => {
      const after = new Set(before);
      for (const row of rows) {
        if (!isRevocable(row)) continue;
        if (isSelected) after.add(row.key);
        else after.delete(row.key);
      }
      return after;
    });
  }, []);
  const clear = useCallback(() => setKeys(NONE), []);
  return useMemo(() => ({ keys, set, clear }), [keys, set, clear]);
}
