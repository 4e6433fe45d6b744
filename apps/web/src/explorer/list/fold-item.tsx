import { writeNumber } from '@mandate/sdk/words';
import { memo } from 'react';
import { type LinePlace, placeOf } from './line-place.ts';
import type { ListItem } from './list-items.ts';

interface FoldItemProps extends LinePlace {
  readonly item: Extract<ListItem, { type: 'fold' }>;
  readonly onToggle: (address: string) => void;
}

export const FoldItem = memo(function FoldItem(props: FoldItemProps) {
  const { hidden, person } = props.item;
  return (
    <tr className="fold" {...placeOf(props)}>
      <td>
        <button
          type="button"
          className="link-button"
          aria-expanded={hidden === 0}
          onClick={() => props.onToggle(person.address)}
        >
          {hidden > 0 ? `Show ${writeNumber(hidden)} more` : 'Show fewer'}
          <span className="visually-hidden"> of {person.address}</span>
        </button>
      </td>
    </tr>
  );
});
