import { writeCount } from '@mandate/sdk/words';
import { showRows } from '../../transactions/hidden-rows.ts';
import type { Row } from '../wallet/rows.ts';

/** Says that this browser hides delegations, which stand as before. */
export function HiddenNote({ rows }: { rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  return (
    <p className="hint" role="status">
      {writeCount(rows.length, 'received delegation')} hidden, in this browser only. The registry has{' '}
      {rows.length === 1 ? 'it' : 'them'} as before.{' '}
      <button type="button" className="link-button" onClick={() => showRows(rows)}>
        Show {rows.length === 1 ? 'it' : 'them'} again
      </button>
    </p>
  );
}
