import { useEffect } from 'react';
import { findRows } from '../transactions/action-link.ts';
import { useActing } from '../transactions/use-acting.ts';
import type { ExplorerSearch, SearchChange } from './wallet/explorer-search.ts';
import type { Row } from './wallet/rows.ts';

interface AskedActionProps {
  readonly wallet: string;
  readonly rows: readonly Row[];
  /** All delegations that can be known are among the rows. */
  readonly isRead: boolean;
  readonly search: ExplorerSearch;
  readonly onChange: (change: SearchChange) => void;
}

/** Opens the dialog that a link asks for, once its delegations are read. */
export function AskedAction({ wallet, rows, isRead, search, onChange }: AskedActionProps) {
  const { revoke, change } = useActing();
  const ids = search.revoke ?? search.change;
  const found = ids === undefined ? [] : findRows(ids, wallet, rows);
  const isReady = found.length > 0 && (isRead || found.length === ids?.split('.').length);
  useEffect(() => {
    const [first] = found;
    if (!isReady || !first) return;
    if (search.revoke !== undefined) revoke(found);
    else change(first);
    onChange({ revoke: undefined, change: undefined });
  });
  if (ids === undefined || !isRead || isReady) return null;
  return (
    <p className="note" role="status">
      <strong>The delegations of this link are not listed.</strong> They may have ended. Below is what is
      listed now.
    </p>
  );
}
