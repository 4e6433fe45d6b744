import { writeCount, writeNumber } from '@mandate/sdk/words';
import { memo } from 'react';
import { Address } from '../../ui/wallet/address.tsx';
import { Identicon } from '../../ui/wallet/identicon.tsx';
import type { Person } from '../wallet/people.ts';
import type { NameOfChain } from '../wallet/rows.ts';
import { WalletLink } from '../wallet/wallet-link.tsx';
import { type LinePlace, placeOf } from './line-place.ts';
import { isRevocable, type Selection } from './selection.ts';

interface PersonItemProps extends LinePlace {
  readonly person: Person;
  readonly nameOfChain: NameOfChain;
  readonly at: string | undefined;
  readonly isPast: boolean;
  readonly selection: Selection;
}

const MAX_NAMED_CHAINS = 3;

/** The heading of a person: the other wallet, and a summary of its delegations. */
export const PersonItem = memo(function PersonItem(props: PersonItemProps) {
  const { person, nameOfChain, at, isPast, selection } = props;
  const { address, rows } = person;
  const given = rows.filter(isRevocable);
  const selected = given.filter(({ key }) => selection.keys.has(key)).length;
  const [first] = rows;
  return (
    <tr className="person row" {...placeOf(props)}>
      {given.length > 0 && !isPast && (
        <td className="person__select">
          <input
            type="checkbox"
            aria-label={`Select the ${writeCount(given.length, 'delegation')} given to ${address}`}
            checked={selected === given.length}
            ref={(box) => {
              if (box) box.indeterminate = selected > 0 && selected < given.length;
            }}
            onChange={({ target }) => selection.set(given, target.checked)}
          />
        </td>
      )}
      <th scope="row" className="person__name row">
        <Identicon address={address} />
        <div className="row">
          <Address value={address} what="the address of the wallet" chainId={first?.chainId}>
            {(short) => (
              <WalletLink wallet={address} at={at}>
                {short}
              </WalletLink>
            )}
          </Address>
          {first?.isSelf && <span className="badge">This wallet itself</span>}
        </div>
      </th>
      <td className="person__summary hint digits">
        {describePerson(person, given.length)} · {describeChains(person, nameOfChain)}
      </td>
    </tr>
  );
});

function describePerson({ rows }: Person, given: number): string {
  const received = rows.length - given;
  const parts = [
    given > 0 && `${writeNumber(given)} given`,
    received > 0 && `${writeNumber(received)} received`,
  ];
  return parts.filter(Boolean).join(', ');
}

function describeChains({ rows }: Person, nameOfChain: NameOfChain): string {
  const chains = [...new Set(rows.map(({ chainId }) => chainId))];
  const names = chains.slice(0, MAX_NAMED_CHAINS).map(nameOfChain).join(', ');
  return chains.length > MAX_NAMED_CHAINS ? `${names} and ${chains.length - MAX_NAMED_CHAINS} more` : names;
}
