/** The files that a snapshot comes in. The same delegations have the same bytes, whoever serves them. */
import type { Numbers } from '../../request/parameters.ts';
import { SNAPSHOT_RECORD } from './answer.ts';
import { openParquet } from './parquet.ts';
import type { About, SnapshotFile, SnapshotRecord } from './snapshot-file.ts';

interface Format {
  readonly contentType: string;
  /** `undefined` for what the client asks for. */
  readonly numbers?: Numbers;
  open(about: About): SnapshotFile;
}

const COLUMNS = Object.keys(SNAPSHOT_RECORD.fields);

/** Writes a line a delegation. */
function openLines(head: string, write: (record: SnapshotRecord) => string): SnapshotFile {
  let next = head;
  return {
    add(records) {
      const lines = next + records.map(write).join('');
      next = '';
      return lines;
    },
    end: () => next,
  };
}

export const FORMATS: Readonly<Record<'jsonl' | 'csv' | 'parquet', Format>> = {
  jsonl: {
    contentType: 'application/jsonl; charset=utf-8',
    open: () => openLines('', (record) => `${JSON.stringify(record)}\n`),
  },
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    numbers: 'string',
    // Nothing has to be quoted: words of ours, hex and digits. What is null leaves its place empty.
    open: () => openLines(`${COLUMNS.join(',')}\r\n`, (record) => `${Object.values(record).join(',')}\r\n`),
  },
  parquet: { contentType: 'application/vnd.apache.parquet', numbers: 'string', open: openParquet },
};
