/** The tables of one chain: the grants of each pair of wallets, for checks, and the lists of each wallet. */
import type { Listed, LoggedChange } from '@mandate/store';
import { type Pairs, putDelegation, removeDelegation } from './pair.ts';
import type { Direction } from './row-bytes.ts';
import { appendRows, changeRow, isListed, type Lists, type RowChange } from './wallet-list.ts';

export interface Tables {
  readonly pairs: Pairs;
  readonly lists: Lists;
}

/**
 * Adds rows to the lists of their wallets on one side, and with the outgoing ones to the grants of the pairs. They come in the
 * order of these wallets, then of the list: so pages of the file are filled one after the other.
 */
export function loadRows(
  { pairs, lists }: Tables,
  rows: readonly Listed[],
  direction: Direction,
  secret: string,
): void {
  if (direction === 'from') for (const { delegation } of rows) putDelegation(pairs, delegation);
  const listed = rows.filter(({ delegation }) => isListed(delegation, direction));
  const byList = Map.groupBy(listed, ({ delegation }) => `${delegation[direction]} ${delegation.registry}`);
  for (const own of byList.values()) {
    const [row] = own;
    if (!row) continue;
    const { registry, [direction]: wallet } = row.delegation;
    appendRows(lists, { registry, wallet, direction }, own, secret);
  }
}

/** Returns whether the change says where the rows are that it takes away or brings back: logs of older versions do not. */
export const hasPlaces = ({ type, began }: LoggedChange): boolean => type === 'granted' || began !== null;

/** Applies a change of the ledger's log. */
export function applyChange({ pairs, lists }: Tables, change: LoggedChange, secret: string): void {
  const { type, undone, delegation, amountBefore, at, began } = change;
  const hadAnother = type === 'amountChanged' && amountBefore !== null && 'amount' in delegation;
  const before = hadAnother ? { ...delegation, amount: amountBefore } : delegation;
  const rowBefore = began && { delegation: before, since: began };
  const rowAfter = type === 'revoked' ? null : { delegation, since: at };
  const [gone, standing] = undone ? [rowAfter, rowBefore] : [rowBefore, rowAfter];
  if (standing) putDelegation(pairs, standing.delegation);
  else removeDelegation(pairs, delegation);
  const changeBoth = (action: RowChange['action'], row: Listed) => {
    for (const direction of ['from', 'to'] as const)
      changeRow(lists, direction, { ...row, action, block: at.block }, secret);
  };
  if (gone) changeBoth('remove', gone);
  if (standing) changeBoth('put', standing);
}
