import { ROWS_AT_ONCE } from './wallet-query.ts';

interface MoreRowsProps {
  readonly rows: number;
  readonly isReading: boolean;
  readonly onMore: () => void;
}

/** A list that is cut must say so. */
export function MoreRows({ rows, isReading, onMore }: MoreRowsProps) {
  return (
    <div className="note">
      <p>
        This wallet has more than these {rows.toLocaleString('en')} delegations. Those it gave come first, so
        some it was given may be missing here.
      </p>
      <button type="button" className="button button--quiet" disabled={isReading} onClick={onMore}>
        {isReading ? 'Reading…' : `Read ${ROWS_AT_ONCE.toLocaleString('en')} more`}
      </button>
    </div>
  );
}
