import { parseAddress } from '@mandate/core';
import { describe, expect, test } from 'vitest';
import { createParser } from './parse.ts';

class Malformed extends Error {}
const parse = createParser((what) => new Malformed(what));

const registry = parseAddress('0x00000000000000447e69651d841bd8d104bed493');
const hash = (name: string) => `0x${name.repeat(64 / name.length)}`;
const header = {
  number: '0x10',
  hash: hash('aa'),
  parentHash: hash('bb'),
  timestamp: '0x65',
  logsBloom: `0x${'00'.repeat(256)}`,
  receiptsRoot: hash('cc'),
};
const log = {
  address: registry,
  topics: [hash('11'), hash('22')],
  data: '0x',
  blockNumber: '0x10',
  blockHash: hash('aa'),
  logIndex: '0x0',
  transactionIndex: '0x0',
  transactionHash: hash('dd'),
};
const laterLog = { ...log, logIndex: '0x1', transactionIndex: '0x1', transactionHash: hash('ee') };
const receipt = {
  type: '0x2',
  status: '0x1',
  cumulativeGasUsed: '0x5208',
  logsBloom: `0x${'00'.repeat(256)}`,
  logs: [log],
};
const transaction = { from: registry, to: null, input: '0x' };

const parseLogs = (value: unknown) => parse.logs(value, [registry], (block) => block === 16);

describe('well-formed answers are read', () => {
  test('a header', () => {
    expect(parse.header({ ...header, hash: hash('AA'), more: 'fields' })).toEqual({
      ...header,
      number: 16,
      timestamp: 101,
    });
  });

  test('logs, sorted in the order of the chain', () => {
    const second = { ...log, logIndex: '0xa', removed: false };
    const third = { ...laterLog, logIndex: '0xb' };
    expect(parseLogs([third, second, log]).map((each) => each.log)).toEqual([0, 10, 11]);
    expect(parseLogs([])).toEqual([]);
  });

  test('logs of any address, if no address was requested', () => {
    const foreign = { ...log, address: `0x${'12'.repeat(20)}`, topics: [] };
    expect(parse.logs([foreign], null, () => true)).toHaveLength(1);
  });

  test('receipts, also old ones without a type', () => {
    const { type: _, ...legacy } = { ...receipt, logs: [laterLog] };
    expect(parse.receipts([receipt, legacy]).map(({ type }) => type)).toEqual([2, 0]);
  });

  test('a transaction', () => {
    expect(parse.transaction(transaction)).toEqual({ from: registry, to: null, input: '0x' });
  });
});

describe('malformed answers are refused', () => {
  const NOTHINGS = [null, undefined, 0, '', 'block', true, [], {}];
  test.for(NOTHINGS)('%j is no header, receipt or transaction', (value) => {
    expect(() => parse.header(value)).toThrow(Malformed);
    expect(() => parse.receipts([value])).toThrow(Malformed);
    expect(() => parse.transaction(value)).toThrow(Malformed);
    expect(() => parseLogs([value])).toThrow(Malformed);
  });
  test.for([null, undefined, 0, '', {}, { length: 0 }])('%j is no list', (value) => {
    expect(() => parseLogs(value)).toThrow(Malformed);
    expect(() => parse.receipts(value)).toThrow(Malformed);
  });

  test.for(Object.keys(header))('a header without %s', (field) => {
    expect(() => parse.header({ ...header, [field]: undefined })).toThrow(Malformed);
    expect(() => parse.header({ ...header, [field]: null })).toThrow(Malformed);
    expect(() => parse.header({ ...header, [field]: '0xzz' })).toThrow(Malformed);
  });

  test.for([
    '16',
    16,
    '0x',
    '0x010',
    '0xg',
    '0x1 ',
    ' 0x1',
    '-0x1',
    '0x1.5',
    '0x20000000000001',
    `0x${'f'.repeat(64)}`,
  ])('%j is no block number', (number) => {
    expect(() => parse.header({ ...header, number })).toThrow(Malformed);
    expect(() => parseLogs([{ ...log, blockNumber: number }])).toThrow(Malformed);
  });

  test.for([
    '0x',
    '0xaa',
    hash('aa').slice(0, -1),
    `${hash('aa')}aa`,
    hash('aa').slice(2),
    `${hash('aa')}\n`,
  ])('%j is no hash', (bad) => {
    expect(() => parse.header({ ...header, hash: bad })).toThrow(Malformed);
    expect(() => parseLogs([{ ...log, transactionHash: bad }])).toThrow(Malformed);
    expect(() => parseLogs([{ ...log, topics: [bad] }])).toThrow(Malformed);
  });

  test.for(Object.keys(log))('a log without %s', (field) => {
    expect(() => parseLogs([{ ...log, [field]: undefined }])).toThrow(Malformed);
    expect(() => parseLogs([{ ...log, [field]: null }])).toThrow(Malformed);
  });

  const other = `0x${'12'.repeat(20)}`;
  const LOGS: Record<string, unknown[]> = {
    'a log that was removed': [{ ...log, removed: true }],
    'a log of another address': [log, { ...log, logIndex: '0x1', address: other }],
    'a log outside of the range': [log, { ...log, blockNumber: '0x11' }],
    'the same log twice': [log, log],
    'two logs at one position': [log, { ...log, data: '0x01' }],
    'two blocks of one number': [log, { ...log, logIndex: '0x1', blockHash: hash('ab') }],
    'topics that are no list': [{ ...log, topics: hash('11') }],
    'data of half a byte': [{ ...log, data: '0x123' }],
  };
  test.for(Object.entries(LOGS))('%s', ([, logs]) => {
    expect(() => parseLogs(logs)).toThrow(Malformed);
  });

  test.for(Object.keys(receipt).filter((field) => field !== 'type'))('a receipt without %s', (field) => {
    expect(() => parse.receipts([{ ...receipt, [field]: undefined }])).toThrow(Malformed);
  });

  const PER_TRANSACTION: Record<string, unknown[]> = {
    'a grant (transaction 0, log 1) before its revocation (transaction 1, log 0)': [
      { ...log, logIndex: '0x1' },
      { ...laterLog, logIndex: '0x0' },
    ],
    'the first log of two transactions': [log, { ...laterLog, logIndex: '0x0' }],
    'two transactions with one index': [log, { ...laterLog, transactionIndex: '0x0' }],
  };
  test.for(Object.entries(PER_TRANSACTION))('logs without an order in their block: %s', ([, logs]) => {
    const reason = 'not numbered through their block';
    expect(() => parseLogs(logs)).toThrow(reason);
    expect(() => parse.receipts(logs.map((each) => ({ ...receipt, logs: [each] })))).toThrow(reason);
  });

  test('a receipt with a malformed log', () => {
    expect(() => parse.receipts([{ ...receipt, logs: [{ ...log, data: 'none' }] }])).toThrow(Malformed);
  });

  test.for(['from', 'to', 'input'])('a transaction with a malformed %s', (field) => {
    expect(() => parse.transaction({ ...transaction, [field]: '0x1' })).toThrow(Malformed);
    expect(() => parse.transaction({ ...transaction, [field]: undefined })).toThrow(Malformed);
  });
});
