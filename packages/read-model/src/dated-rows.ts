/** The rows of a page with the transaction and the time of each, which are in the records of their pairs. */
import type { Address } from '@mandate/core';
import type { DatedRow, Listed } from '@mandate/store';
import { type Pairs, readPair } from './pair.ts';
import { readPlace, readRow } from './row-bytes.ts';
import type { TakeRow } from './wallet-list.ts';

/** Takes the rows of a wallet's page. They are dated afterwards, because a record is valid until the next look-up. */
export function createTakenRows(wallet: Address) {
  const taken: Listed[] = [];
  const take: TakeRow = (direction, record, start) => {
    taken.push({
      delegation: readRow(record, start, direction, wallet),
      since: readPlace(record, start),
    });
  };
  return {
    take,
    /** Returns null if the time of a row is not known. */
    date(pairs: Pairs): readonly DatedRow[] | null {
      const rows: DatedRow[] = [];
      for (const { delegation, since } of taken) {
        const found = readPair(pairs, delegation)?.findDated(delegation);
        if (!found || found.timestamp === null) return null;
        rows.push({ delegation, since: { ...since, tx: found.tx, timestamp: found.timestamp } });
      }
      return rows;
    },
  };
}
