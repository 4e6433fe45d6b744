import '../print.css';
import { KIND_WORDS, writeAmount, writeNumber } from '@mandate/sdk/words';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { TableHead } from '../../ui/table/table-head.tsx';
import { writeMoment } from '../../words/write-moment.ts';
import type { Person } from '../wallet/people.ts';
import type { NameOfChain, Row } from '../wallet/rows.ts';

/** More rows take a browser too long to lay out on pages. */
const MAX_PRINTED_ROWS = 2_000;

interface PrintedListProps {
  readonly people: readonly Person[];
  readonly nameOfChain: NameOfChain;
}

/** Renders all rows while the page is being printed, because the list has only the visible ones. */
export function PrintedList({ people, nameOfChain }: PrintedListProps) {
  if (!useIsPrinting()) return null;
  const rows = people.flatMap((person) => person.rows);
  const left = rows.length - MAX_PRINTED_ROWS;
  return (
    <div className="printed-list">
      <table className="table">
        <TableHead columns={['Wallet', 'Direction', 'For what', 'Rights', 'Chain', 'Since']} />
        <tbody>
          {rows.slice(0, MAX_PRINTED_ROWS).map((row) => (
            <PrintedRow key={row.key} row={row} nameOfChain={nameOfChain} />
          ))}
        </tbody>
      </table>
      {left > 0 && <p>{writeNumber(left)} more are not printed. The CSV file has all of them.</p>}
    </div>
  );
}

function PrintedRow({ row, nameOfChain }: { row: Row; nameOfChain: NameOfChain }) {
  const { counterpart, direction, kind, contract, tokenId, amount, rightsText, chainId, registry, since } =
    row;
  return (
    <tr>
      <td className="mono">{counterpart}</td>
      <td>{direction === 'outgoing' ? 'Given' : 'Received'}</td>
      <td>
        {KIND_WORDS[kind].long}
        {tokenId !== null && ` #${tokenId}`}
        {amount !== null && `, up to ${writeAmount(amount)}`}
        {contract && <div className="mono">{contract}</div>}
      </td>
      <td>{rightsText}</td>
      <td>
        {nameOfChain(chainId)} {registry}
      </td>
      <td>{since === null ? `block ${row.block}` : writeMoment(since)}</td>
    </tr>
  );
}

function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser prints the page as it is when the event ends.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
