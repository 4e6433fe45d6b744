import { parseAddress } from '@mandate/core';
import type { Log, Receipt } from '@mandate/nodes';
import { pad } from 'viem';
import { describe, expect, test } from 'vitest';
import { bloomOf } from './bloom.ts';
import { receiptsRoot } from './receipts-root.ts';

const log: Log = {
  address: parseAddress('0x00000000000000447e69651d841bd8d104bed493'),
  topics: [pad('0x1', { size: 32 }), pad('0x2', { size: 32 })],
  data: '0x1234',
  block: 1,
  blockHash: pad('0xb10c', { size: 32 }),
  log: 0,
  tx: pad('0x7', { size: 32 }),
};
const receiptOf = (cumulativeGasUsed: number, logs: readonly Log[] = []): Receipt => ({
  type: 2,
  status: 1,
  cumulativeGasUsed: BigInt(cumulativeGasUsed),
  logsBloom: bloomOf(logs.flatMap(({ address, topics }) => [address, ...topics])),
  logs,
});
const receipts = [receiptOf(21_000), receiptOf(60_000, [log]), receiptOf(90_000)];

/** `receipts-root.integration.test.ts` compares it with the root of a real chain. */
describe("the receipts' root", () => {
  test('of no receipts is that of the empty trie', () => {
    expect(receiptsRoot([])).toBe('0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421');
  });

  const changed: Record<string, readonly Receipt[]> = {
    'one less': receipts.slice(0, 2),
    'another order': receipts.toReversed(),
    'another type': receipts.with(0, { ...receiptOf(21_000), type: 0 }),
    'another status': receipts.with(0, { ...receiptOf(21_000), status: 0 }),
    'other gas': receipts.with(0, receiptOf(21_001)),
    'another bloom': receipts.with(0, { ...receiptOf(21_000), logsBloom: bloomOf([log.address]) }),
    'no logs': receipts.with(1, { ...receiptOf(60_000, [log]), logs: [] }),
    'a log more': receipts.with(1, { ...receiptOf(60_000, [log]), logs: [log, log] }),
    'another address': withLog({ address: parseAddress('0x00000000000076a84fef008cdabe6409d2fe638b') }),
    'other topics': withLog({ topics: log.topics.slice(1) }),
    'other data': withLog({ data: '0x1235' }),
  };
  test.for(Object.entries(changed))('changes with %s', ([, other]) => {
    expect(receiptsRoot(other)).not.toBe(receiptsRoot(receipts));
  });

  function withLog(fields: Partial<Log>): readonly Receipt[] {
    return receipts.with(1, { ...receiptOf(60_000, [log]), logs: [{ ...log, ...fields }] });
  }

  test('does not depend on the positions that the node gives for logs', () => {
    const moved = withLog({ block: 9, log: 9, tx: pad('0x9', { size: 32 }) });
    expect(receiptsRoot(moved)).toBe(receiptsRoot(receipts));
  });
});
