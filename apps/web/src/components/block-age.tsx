import { describeAge, useNow } from './clock.ts';

interface BlockAgeProps {
  readonly block: { readonly number: number | bigint; readonly timestamp: number | bigint };
}

/** "block 123, 4 s ago": of when an answer is. */
export function BlockAge({ block: { number, timestamp } }: BlockAgeProps) {
  const age = describeAge(useNow() - Number(timestamp));
  return (
    <span className="block-age">
      block <strong>{number.toLocaleString('en')}</strong>,{' '}
      <time dateTime={new Date(Number(timestamp) * 1000).toISOString()}>{age}</time>
    </span>
  );
}
