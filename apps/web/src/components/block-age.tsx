import { describeAge, useNow } from './clock.ts';
import { writeIso } from './write-moment.ts';

interface BlockAgeProps {
  /** Of a past block in which nothing happened the time may not be known. */
  readonly block: { readonly number: number; readonly timestamp: number | null };
}

/** "block 123, 4 s ago": of when an answer is. */
export function BlockAge({ block: { number, timestamp } }: BlockAgeProps) {
  const now = useNow();
  return (
    <span className="block-age">
      block <strong>{number.toLocaleString('en')}</strong>
      {timestamp !== null && (
        <>
          , <time dateTime={writeIso(timestamp)}>{describeAge(now - timestamp)}</time>
        </>
      )}
    </span>
  );
}
