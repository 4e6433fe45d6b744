import { hexToBytes, keccakBytes } from '@mandate/core';
import { bytesToHex } from 'viem';
import { describe, expect, test } from 'vitest';
import { encodeHeader, type RpcBlock } from './encode-header.ts';
import { hashHeader, parseHeader } from './header.ts';

const hash = (digit: string) => `0x${digit.repeat(64)}`;
const BLOCK: RpcBlock = {
  parentHash: hash('1'),
  sha3Uncles: hash('2'),
  miner: `0x${'3'.repeat(40)}`,
  stateRoot: hash('4'),
  transactionsRoot: hash('5'),
  receiptsRoot: hash('6'),
  logsBloom: `0x${'7'.repeat(512)}`,
  difficulty: '0x0',
  number: '0x1234',
  gasLimit: '0x80',
  gasUsed: '0x7f',
  timestamp: '0x65432100',
  extraData: '0x',
  mixHash: hash('8'),
  nonce: '0x0000000000000001',
};
const FORKS = {
  baseFeePerGas: '0x7',
  withdrawalsRoot: hash('9'),
  blobGasUsed: '0x0',
  excessBlobGas: '0x0100',
  parentBeaconBlockRoot: hash('a'),
  requestsHash: hash('b'),
};

test('a header is read from its fields, and its hash covers all of them', () => {
  const encoded = encodeHeader({ ...BLOCK, ...FORKS });
  expect(parseHeader(encoded)).toEqual({
    hash: bytesToHex(keccakBytes(hexToBytes(encoded))),
    parentHash: BLOCK.parentHash,
    stateRoot: BLOCK.stateRoot,
    receiptsRoot: BLOCK.receiptsRoot,
    logsBloom: BLOCK.logsBloom,
    number: 0x1234,
    timestamp: 0x65432100,
  });
  expect(hashHeader(encoded)).toBe(parseHeader(encoded).hash);
  const each = Object.keys(FORKS).map((_, i, names) =>
    encodeHeader({ ...BLOCK, ...Object.fromEntries(Object.entries(FORKS).slice(0, names.length - i)) }),
  );
  expect(new Set([...each, encodeHeader(BLOCK)]).size).toBe(7);
});

test.each([
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'baseFeePerGas',
  'blobGasUsed',
  'excessBlobGas',
])('the number %s is covered without leading zeros', (field) => {
  const of = (value: string) => encodeHeader({ ...BLOCK, ...FORKS, [field]: value });
  expect(of('0x000100')).toBe(of('0x100'));
});

describe('what is no header', () => {
  test.each([
    'parentHash',
    'sha3Uncles',
    'miner',
    'stateRoot',
    'transactionsRoot',
    'receiptsRoot',
    'logsBloom',
    'mixHash',
    'nonce',
  ] as const)('has a byte less in %s', (field) => {
    expect(() => parseHeader(encodeHeader({ ...BLOCK, [field]: BLOCK[field].slice(0, -2) }))).toThrow(
      'It is no header',
    );
  });

  test('has a field less, a list among its fields, a number that begins with zero or one of seven bytes', () => {
    const encoded = encodeHeader(BLOCK);
    const less = `0xf9${(hexToBytes(encoded).length - 12).toString(16).padStart(4, '0')}${encoded.slice(8, -18)}`;
    expect(() => parseHeader(less as never)).toThrow('It is no header');
    expect(() => parseHeader(encoded.replace('821234', 'c21234') as never)).toThrow('It is no header');
    expect(() => parseHeader(encoded.replace('821234', '820034') as never)).toThrow('It is no header');
    expect(() => parseHeader(encodeHeader({ ...BLOCK, number: '0x1000000000000' }))).toThrow('not canonical');
    expect(parseHeader(encodeHeader({ ...BLOCK, number: '0x100000000000' })).number).toBe(2 ** 44);
    expect(() => parseHeader('0x')).toThrow('"header" must be 1 to 65536 bytes');
  });

  test('a block without a field in hex has no header', () => {
    for (const value of [undefined, 7, 'x', '12'])
      expect(() => encodeHeader({ ...BLOCK, miner: value } as never)).toThrow('has no "miner" in hex');
  });
});
