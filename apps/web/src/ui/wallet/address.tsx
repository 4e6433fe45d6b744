import type { AddressNames } from '@mandate/sdk/explore';
import { shorten } from '@mandate/sdk/words';
import type { ReactNode } from 'react';
import { nameOf, writeName } from '../../names/name-of.ts';
import { useMarks } from '../../names/use-marks.ts';
import { useName } from '../../names/use-names.ts';
import { ExplainedBadge } from '../badge/explained-badge.tsx';
import { CopyButton } from '../copy/copy-button.tsx';

interface AddressProps {
  readonly value: string;
  /** The kind of address, e.g. "wallet" or "contract". */
  readonly what: string;
  /** Renders the name and the short form, e.g. as a link. */
  readonly children?: (short: ReactNode) => ReactNode;
}

interface AddressOnChainProps extends AddressProps {
  /** Shows the name that the address has on this chain beside the short form. */
  readonly chainId?: number | undefined;
}

/** Shows the name and the short form. Hovering, focusing, copying and screen readers get the full address. */
export function Address({ chainId, ...props }: AddressOnChainProps) {
  const address = props.value as `0x${string}`;
  return <NamedAddress {...props} names={useName(chainId === undefined ? null : { chainId, address })} />;
}

interface NamedAddressProps extends AddressProps {
  readonly names: AddressNames | undefined;
}

/** Shows an address whose names are known. */
export function NamedAddress({ value, what, names, children = (short) => short }: NamedAddressProps) {
  const name = nameOf(names);
  const mark = useMarks(value, names);
  const short = (
    <>
      {name && (
        <>
          <bdi className={`address__name address__name--${name.source}`}>{writeName(name)}</bdi>{' '}
        </>
      )}
      <span className="address__short mono">
        <span aria-hidden="true">{shorten(value)}</span>
        <span className="visually-hidden">{value}</span>
      </span>
    </>
  );
  return (
    <span className="address">
      <span
        className="address__text"
        data-tip={name ? `${writeName(name, name.text.length)} ${value}` : value}
      >
        {children(short)}
      </span>
      <CopyButton text={value} what={what} />
      {mark && (
        <ExplainedBadge explanation={mark.explanation} tone="warn">
          {mark.label}
        </ExplainedBadge>
      )}
    </span>
  );
}
