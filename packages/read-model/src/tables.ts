/** The tables of one chain: the grants of each pair of wallets, for checks, and the lists of each wallet. */
import type { DatedRow, FollowedChange, LoggedChange } from '@mandate/store';
import { type Pairs, putDelegation, removeDelegation } from './pair.ts';
import type { Direction } from './row-bytes.ts';
import { appendRows, changeRow, type Lists, type RowChange } from './wallet-list.ts';

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
  rows: readonly DatedRow[],
  direction: Direction,
  secret: string,
): void {
  if (direction === 'from') for (const { delegation, since } of rows) putDelegation(pairs, delegation, since);
  const byList = Map.groupBy(rows, ({ delegation }) => `${delegation[direction]} ${delegation.registry}`);
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
export function applyChange({ pairs, lists }: Tables, change: FollowedChange, secret: string): void {
  const { type, undone, delegation, amountBefore, at, began, timestamp, restored } = change;
  const hadAnother = type === 'amountChanged' && amountBefore !== null && 'amount' in delegation;
  const before = hadAnother ? { ...delegation, amount: amountBefore } : delegation;
  const rowBefore = began && { delegation: before, since: { ...began, ...(restored ?? NOT_KNOWN) } };
  const rowAfter = type === 'revoked' ? null : { delegation, since: { ...at, timestamp } };
  const [gone, standing] = undone ? [rowAfter, rowBefore] : [rowBefore, rowAfter];
  if (standing) putDelegation(pairs, standing.delegation, standing.since);
  else removeDelegation(pairs, delegation);
  const changeBoth = (action: RowChange['action'], row: DatedRow) => {
    for (const direction of ['from', 'to'] as const)
      changeRow(lists, direction, { ...row, action, block: at.block }, secret);
  };
  if (gone) changeBoth('remove', gone);
  if (standing) changeBoth('put', standing);
}

/** The beginning of a row that the same reorg also undoes, or that ends. */
const NOT_KNOWN = { tx: `0x${'0'.repeat(64)}`, timestamp: null } as const;
