import { writeIso } from '../../words/write-moment.ts';
import { describeAge, useNow } from './clock.ts';

interface BlockAgeProps {
  /** The time can be unknown for a past block without events. */
  readonly block: { readonly number: number; readonly timestamp: number | null };
}

/** Shows the block of an answer, e.g. "block 123, 4 s ago". */
export function BlockAge({ block: { number, timestamp } }: BlockAgeProps) {
  const now = useNow();
  return (
    <span className="digits">
      block <strong>{number.toLocaleString('en')}</strong>
      {timestamp !== null && (
        <>
          , <time dateTime={writeIso(timestamp)}>{describeAge(now - timestamp)}</time>
        </>
      )}
    </span>
  );
}
