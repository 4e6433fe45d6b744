import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import { shorten } from './shorten.ts';

interface AddressProps {
  readonly value: string;
  /** What it is: "wallet", "contract". */
  readonly what: string;
  /** Renders the short form, for instance as a link. */
  readonly children?: (short: ReactNode) => ReactNode;
}

/** Short, with all of it on hover, on focus and in what is copied or read aloud. */
export function Address({ value, what, children = (short) => short }: AddressProps) {
  const short = (
    <>
      <span aria-hidden="true">{shorten(value)}</span>
      <span className="visually-hidden">{value}</span>
    </>
  );
  return (
    <span className="address">
      <span className="address__text mono" data-tip={value}>
        {children(short)}
      </span>
      <CopyButton text={value} what={what} />
    </span>
  );
}
