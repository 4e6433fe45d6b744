/** A snapshot as a file, a line a delegation. The same delegations have the same bytes, whoever serves them. */
import type { SnapshotRow } from '@mandate/store';
import { presentGrant } from '../../answers/present.ts';
import type { Numbers } from '../../request/parameters.ts';

interface Presented {
  readonly contentType: string;
  readonly head: string;
  line(row: SnapshotRow, numbers: Numbers | undefined): string;
}

const COLUMNS = [
  ...['registry', 'type', 'from', 'to', 'contract', 'tokenId', 'rights', 'tokenType', 'amount'],
  ...['block', 'log', 'transaction'],
] as const;

export const FORMATS: Readonly<Record<'jsonl' | 'csv', Presented>> = {
  jsonl: {
    contentType: 'application/jsonl; charset=utf-8',
    head: '',
    line: (row, numbers) => `${JSON.stringify(record(row, numbers))}\n`,
  },
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    head: `${COLUMNS.join(',')}\r\n`,
    // Nothing has to be quoted: words of ours, hex and digits. What is null leaves its place empty.
    line: (row) => `${Object.values(record(row, 'string')).join(',')}\r\n`,
  },
};

function record({ delegation, since: { block, log, tx } }: SnapshotRow, numbers: Numbers | undefined) {
  return { ...presentGrant(delegation, numbers), block, log, transaction: tx };
}
