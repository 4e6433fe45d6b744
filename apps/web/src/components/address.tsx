import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import { shorten } from './shorten.ts';

interface AddressProps {
  readonly value: string;
  /** The kind of address, e.g. "wallet" or "contract". */
  readonly what: string;
  /** Renders the short form, e.g. as a link. */
  readonly children?: (short: ReactNode) => ReactNode;
}

/** Shows the short form. Hovering, focusing, copying and screen readers get the full one. */
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
