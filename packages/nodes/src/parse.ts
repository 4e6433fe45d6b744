/** Parses a node's answers field by field. Anything unexpected throws the error that `malformed` returns. */
import type { Address } from '@mandate/core';
import type { Hex } from 'viem';
import type { Header, Log, Receipt, Transaction } from './source.ts';

const HEX = /^0x(?:[0-9a-f]{2})*$/;
const QUANTITY = /^0x(?:0|[1-9a-f][0-9a-f]*)$/;

/** A log, and the position of its transaction in the block. */
interface PlacedLog {
  readonly parsed: Log;
  readonly transaction: number;
}

export type Parser = ReturnType<typeof createParser>;

/** `checkHeader` throws if a header does not have the hash that the node says. */
export function createParser(
  malformed: (what: string) => Error,
  checkHeader: (block: object, header: Header) => void = () => {},
) {
  const { fields, hex, address, bigQuantity, quantity } = createPrimitives(malformed);

  function header(value: unknown): Header {
    const block = fields(value, 'block');
    const parsed = {
      number: quantity(block['number']),
      hash: hex(block['hash'], 32),
      parentHash: hex(block['parentHash'], 32),
      timestamp: quantity(block['timestamp']),
      logsBloom: hex(block['logsBloom'], 256),
      receiptsRoot: hex(block['receiptsRoot'], 32),
    };
    checkHeader(block, parsed);
    return parsed;
  }

  /** Returns null for a block that the node does not have. */
  function headerOf(value: unknown, number: number): Header | null {
    if (value === null) return null;
    const parsed = header(value);
    if (parsed.number !== number) throw malformed(`block ${number}: it is number ${parsed.number}`);
    return parsed;
  }

  function log(value: unknown): PlacedLog {
    const entry = fields(value, 'log');
    if (entry['removed'] === true) throw malformed('log: it was removed');
    const topics = entry['topics'];
    if (!Array.isArray(topics)) throw malformed('log: no topics');
    const parsed = {
      address: address(entry['address']),
      topics: topics.map((topic) => hex(topic, 32)),
      data: hex(entry['data']),
      block: quantity(entry['blockNumber']),
      blockHash: hex(entry['blockHash'], 32),
      log: quantity(entry['logIndex']),
      tx: hex(entry['transactionHash'], 32),
    };
    return { parsed, transaction: quantity(entry['transactionIndex']) };
  }

  /** Returns logs in the order of the chain. Throws if one is of another address or outside the requested blocks. */
  function logs(
    value: unknown,
    addresses: readonly Address[] | null,
    wanted: (block: number) => boolean,
  ): Log[] {
    if (!Array.isArray(value)) throw malformed('logs');
    const parsed = orderLogs(value.map(log), malformed);
    for (const entry of parsed) {
      if (addresses && !addresses.includes(entry.address))
        throw malformed('logs: one is from another address');
      if (!wanted(entry.block)) throw malformed('logs: one is outside the range');
    }
    return parsed;
  }

  function receipts(value: unknown): Receipt[] {
    if (!Array.isArray(value)) throw malformed('receipts');
    const placed: PlacedLog[] = [];
    const parsed = value.map((entry) => {
      const receipt = fields(entry, 'receipt');
      const ofReceipt = receipt['logs'];
      if (!Array.isArray(ofReceipt)) throw malformed('receipt: no logs');
      const ofThis = ofReceipt.map(log);
      placed.push(...ofThis);
      return {
        type: quantity(receipt['type'] ?? '0x0'),
        status: quantity(receipt['status']),
        cumulativeGasUsed: bigQuantity(receipt['cumulativeGasUsed']),
        logsBloom: hex(receipt['logsBloom'], 256),
        logs: ofThis.map((each) => each.parsed),
      };
    });
    orderLogs(placed, malformed);
    return parsed;
  }

  function transaction(value: unknown): Transaction {
    const sent = fields(value, 'transaction');
    return {
      from: address(sent['from']),
      to: sent['to'] === null ? null : address(sent['to']),
      input: hex(sent['input']),
    };
  }

  return { hex, quantity, header, headerOf, logs, receipts, transaction };
}

function createPrimitives(malformed: (what: string) => Error) {
  function fields(value: unknown, what: string): Record<string, unknown> {
    if (typeof value !== 'object' || value === null) throw malformed(what);
    return value as Record<string, unknown>;
  }

  function hex(value: unknown, bytes?: number): Hex {
    const text = typeof value === 'string' ? value.toLowerCase() : '';
    if (!HEX.test(text) || (bytes !== undefined && text.length !== 2 + 2 * bytes)) {
      throw malformed(`hex${bytes === undefined ? '' : ` of ${bytes} bytes`}`);
    }
    return text as Hex;
  }

  const address = (value: unknown) => hex(value, 20) as Address;

  function bigQuantity(value: unknown): bigint {
    if (typeof value !== 'string' || !QUANTITY.test(value)) throw malformed('quantity');
    return BigInt(value);
  }

  function quantity(value: unknown): number {
    const parsed = Number(bigQuantity(value));
    if (!Number.isSafeInteger(parsed)) throw malformed('quantity');
    return parsed;
  }

  return { fields, hex, address, bigQuantity, quantity };
}

/** Returns logs in the order of the chain. Throws if their positions don't give one. */
function orderLogs(placed: readonly PlacedLog[], malformed: (what: string) => Error): Log[] {
  const sorted = placed.toSorted((a, b) => a.parsed.block - b.parsed.block || a.parsed.log - b.parsed.log);
  for (const [i, next] of sorted.entries()) {
    const before = sorted[i - 1];
    const wrong = before && findContradiction(before, next);
    if (wrong) throw malformed(`logs: ${wrong}`);
  }
  return sorted.map(({ parsed }) => parsed);
}

/** Returns how two neighbours in the order of the chain contradict each other, or null. */
function findContradiction(before: PlacedLog, after: PlacedLog): string | null {
  const [a, b] = [before.parsed, after.parsed];
  if (a.block !== b.block) return null;
  if (a.blockHash !== b.blockHash) return 'two blocks have one number';
  const isOneTransaction = a.tx === b.tx;
  const isMisplaced = isOneTransaction
    ? before.transaction !== after.transaction
    : before.transaction >= after.transaction;
  if (isMisplaced || (a.log === b.log && !isOneTransaction))
    return (
      `those of block ${a.block} are not numbered through their block, so their order is unknown. ` +
      'Use a node that counts logIndex per block, not per transaction'
    );
  return a.log === b.log ? 'two have one position' : null;
}
