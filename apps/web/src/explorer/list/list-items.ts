/** The lines of the list: a heading for each person, their delegations below, and how many are folded away. */
import type { Person } from '../wallet/people.ts';
import type { Row } from '../wallet/rows.ts';

/** More delegations of one person are folded away, so that the next person is not far below. */
const MAX_UNFOLDED_ROWS = 5;

export type ListItem =
  | { readonly type: 'person'; readonly key: string; readonly person: Person }
  | { readonly type: 'row'; readonly key: string; readonly row: Row; readonly isLast: boolean }
  | {
      readonly type: 'fold';
      readonly key: string;
      readonly person: Person;
      /** The number of rows that are folded away. Zero: all are shown. */
      readonly hidden: number;
    };

export function listItems(people: readonly Person[], unfolded: ReadonlySet<string>): readonly ListItem[] {
  const items: ListItem[] = [];
  for (const person of people) {
    const { address, rows } = person;
    items.push({ type: 'person', key: address, person });
    // Folding a single row away would need as much space as the row.
    const canFold = rows.length > MAX_UNFOLDED_ROWS + 1;
    const shown = canFold && !unfolded.has(address) ? MAX_UNFOLDED_ROWS : rows.length;
    for (let index = 0; index < shown; index++) {
      const row = rows[index];
      if (!row) break;
      items.push({ type: 'row', key: row.key, row, isLast: !canFold && index === shown - 1 });
    }
    if (canFold) items.push({ type: 'fold', key: `${address} fold`, person, hidden: rows.length - shown });
  }
  return items;
}
