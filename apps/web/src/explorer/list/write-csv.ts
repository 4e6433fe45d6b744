/** Writes delegations as CSV, with every field of the API and the words of this page. */
import { KIND_WORDS } from '@mandate/sdk/words';
import { writeIso } from '../../words/write-moment.ts';
import type { NameOfChain, Row } from '../wallet/rows.ts';

type Cell = string | number | bigint | null;

const COLUMNS: readonly (readonly [name: string, read: (row: Row, nameOfChain: NameOfChain) => Cell])[] = [
  ['chainId', ({ chainId }) => chainId],
  ['chain', ({ chainId }, nameOfChain) => nameOfChain(chainId)],
  ['registry', ({ registry }) => registry],
  ['direction', ({ direction }) => (direction === 'outgoing' ? 'given' : 'received')],
  ['from', ({ from }) => from],
  ['to', ({ to }) => to],
  ['scope', ({ kind }) => KIND_WORDS[kind].long],
  ['type', ({ type }) => type],
  ['tokenType', ({ tokenType }) => tokenType],
  ['contract', ({ contract }) => contract],
  ['tokenId', ({ tokenId }) => tokenId],
  ['amount', ({ amount }) => amount],
  ['rights', ({ rights }) => rights],
  ['rightsInWords', ({ rightsText }) => rightsText],
  ['expiresAt', ({ expiresAt }) => (expiresAt === null ? null : writeIso(expiresAt))],
  ['since', ({ since }) => (since === null ? null : writeIso(since))],
  ['block', ({ block }) => block],
  ['transaction', ({ transaction }) => transaction],
];

/** Spreadsheets run a cell that begins with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function writeCell(cell: Cell): string {
  if (cell === null) return '';
  const text = String(cell);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function writeCsv(rows: readonly Row[], nameOfChain: NameOfChain): string {
  const lines = [COLUMNS.map(([name]) => name).join(',')];
  for (const row of rows) lines.push(COLUMNS.map(([, read]) => writeCell(read(row, nameOfChain))).join(','));
  return `${lines.join('\r\n')}\r\n`;
}
