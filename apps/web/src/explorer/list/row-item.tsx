import { KIND_WORDS, writeDay, writeNumber } from '@mandate/sdk/words';
import { memo } from 'react';
import { useActing } from '../../transactions/use-acting.ts';
import { GrantScope, RightsBadge } from '../../ui/wallet/grant-scope.tsx';
import { OnExplorer } from '../../ui/wallet/on-explorer.tsx';
import { writeIso } from '../../words/write-moment.ts';
import { UnsolicitedBadge } from '../review/unsolicited-badge.tsx';
import type { NameOfChain, Row } from '../wallet/rows.ts';
import { type LinePlace, placeOf } from './line-place.ts';
import { isRevocable } from './selection.ts';

interface RowItemProps extends LinePlace {
  readonly row: Row;
  readonly isLast: boolean;
  readonly isUnsolicited: boolean;
  readonly isSelected: boolean;
  readonly isPast: boolean;
  readonly explorer: string | null;
  readonly nameOfChain: NameOfChain;
  readonly onSelect: (rows: readonly Row[], isSelected: boolean) => void;
}

/** A delegation of the person above it. */
export const RowItem = memo(function RowItem(props: RowItemProps) {
  const { row, isLast, isUnsolicited, isSelected, isPast, explorer, nameOfChain, onSelect } = props;
  const isGiven = isRevocable(row);
  return (
    <tr className="grant-row" data-last={isLast} data-selected={isSelected} {...placeOf(props)}>
      <td className="grant-row__select">
        {isGiven && !isPast && (
          <input
            type="checkbox"
            aria-label={`Select: ${describeRow(row, nameOfChain)}`}
            checked={isSelected}
            onChange={({ target }) => onSelect([row], target.checked)}
          />
        )}
      </td>
      <td className="grant-row__direction" data-direction={row.direction}>
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <path d={isGiven ? 'M2 8h11M9 4l4 4-4 4' : 'M14 8H3M7 4 3 8l4 4'} />
        </svg>
        {isGiven ? 'Given' : 'Received'}
      </td>
      <td>
        <GrantScope grant={row} explorer={explorer} chainId={row.chainId} />
      </td>
      <td className="grant-row__rights">
        <RightsBadge rights={row.rights} />
        {isUnsolicited && <UnsolicitedBadge />}
      </td>
      <td className="grant-row__chain">
        {nameOfChain(row.chainId)} <span className="badge">{row.registry}</span>
      </td>
      <td className="grant-row__since hint digits">
        <Since row={row} explorer={explorer} />
      </td>
      <td className="grant-row__actions hint">
        {!isPast && <RowActions row={row} nameOfChain={nameOfChain} />}
      </td>
    </tr>
  );
});

function describeRow(row: Row, nameOfChain: NameOfChain): string {
  const { kind, counterpart, chainId, registry } = row;
  const way = isRevocable(row) ? 'to' : 'from';
  return `${KIND_WORDS[kind].name} ${way} ${counterpart} on ${nameOfChain(chainId)} ${registry}`;
}

function RowActions({ row, nameOfChain }: Pick<RowItemProps, 'row' | 'nameOfChain'>) {
  const { change, revoke, stepDown } = useActing();
  const what = describeRow(row, nameOfChain);
  if (!isRevocable(row))
    return (
      <button type="button" className="link-button" onClick={() => stepDown(row)}>
        Step down
        <span className="visually-hidden">: {what}</span>
      </button>
    );
  return (
    <>
      {row.registry === 'v2' && (
        <button type="button" className="link-button" onClick={() => change(row)}>
          Change<span className="visually-hidden">: {what}</span>
        </button>
      )}
      <button type="button" className="link-button" onClick={() => revoke([row])}>
        Revoke<span className="visually-hidden">: {what}</span>
      </button>
    </>
  );
}

/** Links to the transaction if the chain has a block explorer. */
function Since({ row: { since, block, transaction }, explorer }: Pick<RowItemProps, 'row' | 'explorer'>) {
  return (
    <OnExplorer explorer={explorer} path={`tx/${transaction}`} tip={transaction}>
      {since === null ? (
        `block ${writeNumber(block)}`
      ) : (
        <time dateTime={writeIso(since)}>{writeDay(since)}</time>
      )}
    </OnExplorer>
  );
}
