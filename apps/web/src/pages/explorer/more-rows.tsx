import { ROWS_AT_ONCE } from './wallet-query.ts';

interface MoreRowsProps {
  readonly rows: number;
  readonly isReading: boolean;
  readonly onMore: () => void;
}

/** Says that the list is incomplete. */
export function MoreRows({ rows, isReading, onMore }: MoreRowsProps) {
  return (
    <div className="note">
      <p>
        This wallet has more than {rows.toLocaleString('en')} delegations. Given ones come first, so some
        received ones may be missing here.
      </p>
      <button type="button" className="button button--quiet" disabled={isReading} onClick={onMore}>
        {isReading ? 'Loading…' : `Load ${ROWS_AT_ONCE.toLocaleString('en')} more`}
      </button>
    </div>
  );
}
