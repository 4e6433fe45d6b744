import { expect, test } from 'vitest';
import { address, CLAIM, delegation, nameOfChain, token } from '../../testing/delegations.ts';
import { type Row, rowsOf } from '../wallet/rows.ts';
import { writeCsv } from './write-csv.ts';

const WALLET = address('aB');
const [row] = rowsOf(
  WALLET,
  [delegation(token(2n ** 200n, { rights: CLAIM, amount: 10n ** 30n }))],
  nameOfChain,
);
const present = row as Row;

const read = (csv: string) => csv.trimEnd().split('\r\n');

test('every field of the API is a column, with every digit', () => {
  const [head = '', line = ''] = read(writeCsv([present], nameOfChain));
  for (const field of Object.keys(delegation({}))) expect(head.split(',')).toContain(field);
  expect(line).toContain(String(2n ** 200n));
  expect(line).toContain(String(10n ** 30n));
  expect(line).toContain(',chain-1,v2,given,');
  expect(line).toContain('2023-11-14T22:13:20Z');
});

test.each(['=1+1', '+1', '-1', '@sum', '\t=1', '\r=1'])('%j is no formula in a spreadsheet', (text) => {
  const line = writeCsv([{ ...present, rightsText: text }], nameOfChain);
  expect(line).toContain(`'${text}`);
});

test('commas, quotes and line ends stay within a cell', () => {
  const csv = writeCsv([{ ...present, rightsText: 'a,"b"\nc' }], nameOfChain);
  expect(csv).toContain('"a,""b""\nc"');
});
