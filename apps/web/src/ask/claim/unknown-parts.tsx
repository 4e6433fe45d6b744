import type { UnknownPart } from '@mandate/sdk';
import { Address } from '../../ui/wallet/address.tsx';
import { adviseOn, describeReason } from './describe-eligibility.ts';

interface UnknownPartsProps {
  readonly parts: readonly UnknownPart[];
  /** True if what could be read suffices for an answer. */
  readonly isKnown: boolean;
  readonly chainId: number;
}

/** Says what could not be read, and what to do about it. */
export function UnknownParts({ parts, isKnown, chainId }: UnknownPartsProps) {
  if (parts.length === 0) return null;
  return (
    <section className="box stack stack--m" data-tone="warn" aria-label="What is not known">
      <ul className="stack stack--m">
        {parts.map(({ reason, detail, holder }) => (
          <li key={`${reason} ${holder}`}>
            <strong>{describeReason(reason)}.</strong> {adviseOn(reason, detail)}{' '}
            {holder && <Address value={holder} what="the address of the holder" chainId={chainId} />}
          </li>
        ))}
      </ul>
      {isKnown && <p>The answer is true anyway: what could be read is enough.</p>}
    </section>
  );
}
