/** A snapshot as a file, a line a delegation. The same delegations have the same bytes, whoever serves them. */
import type { SnapshotRow } from '@mandate/store';
import { grantFields } from '../../answers/present-grant.ts';

export type Format = 'jsonl' | 'csv';

interface Presented {
  readonly contentType: string;
  /** The text before the first delegation. */
  readonly head: string;
  line(row: SnapshotRow, numbers: 'number' | 'string'): string;
}

const COLUMNS = [
  ...['registry', 'type', 'from', 'to', 'contract', 'tokenId', 'rights', 'tokenType', 'amount'],
  ...['block', 'log', 'transaction'],
] as const;

export const FORMATS: Readonly<Record<Format, Presented>> = {
  jsonl: {
    contentType: 'application/jsonl; charset=utf-8',
    head: '',
    line: (row, numbers) => `${record(row, numbers)}\n`,
  },
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    head: `${COLUMNS.join(',')}\r\n`,
    // Nothing has to be quoted: words of ours, hex and digits. What is null leaves its place empty.
    line: (row) => `${Object.values(JSON.parse(record(row, 'string'))).join(',')}\r\n`,
  },
};

function record({ delegation, since }: SnapshotRow, numbers: 'number' | 'string'): string {
  const { block, log, tx } = since;
  return `{${grantFields(delegation, numbers)},"block":${block},"log":${log},"transaction":"${tx}"}`;
}
