import { writeCount, writeNumber } from '@mandate/sdk/words';
import { isReading, ROWS_AT_ONCE, type WalletAnswer } from '../wallet/wallet-query.ts';

interface ReadingProgressProps {
  readonly answer: WalletAnswer;
  /** The number of chains that the service serves. Zero: not known yet. */
  readonly chains: number;
  readonly isFetching: boolean;
  readonly onMore: () => void;
}

/** Says how much of a long list was read, and offers to read on where it ended. */
export function ReadingProgress({ answer, chains, isFetching, onMore }: ReadingProgressProps) {
  if (answer.nextCursor === null) return null;
  const rows = writeNumber(answer.rows.length);
  const read = answer.chains.length;
  if (isReading(answer)) {
    return (
      <div className="note" role="status">
        <p>
          Loading: {rows} delegations on {writeCount(read, 'chain')} so far.
        </p>
        {chains > 0 && <progress aria-label="Chains read" max={chains} value={Math.min(read - 1, chains)} />}
      </div>
    );
  }
  return (
    <div className="note">
      <p>
        This wallet has more than {rows} delegations. The list below is not complete: chains are read one
        after another, and {read === 1 ? '1 was' : `${read} were`} read so far.
      </p>
      <button type="button" className="button button--quiet" aria-disabled={isFetching} onClick={onMore}>
        {isFetching ? 'Loading…' : `Load ${writeNumber(ROWS_AT_ONCE)} more`}
      </button>
    </div>
  );
}
