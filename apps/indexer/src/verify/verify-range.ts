import type { Address } from '@mandate/core';
import { type Header, type Log, NodeBehindError, type Source } from '@mandate/nodes';
import { type Evidence, LyingNodeError, verifyLogs } from './verify.ts';

const HEADERS_AT_ONCE = 32;

/**
 * Verifies the blocks of a range that have logs against their headers, and returns these headers. Fetching every
 * header of the range would cost too much.
 */
export async function verifyRange(
  source: Source,
  evidence: Evidence,
  addresses: readonly Address[],
  last: Header,
  logs: readonly Log[],
): Promise<Header[]> {
  const byBlock = Map.groupBy(logs, ({ block }) => block);
  if (logs.some(({ block, blockHash }) => block === last.number && blockHash !== last.hash)) {
    throw new LyingNodeError(source.name, last, 'its logs are from another block');
  }
  const numbers = [...byBlock.keys()];
  const eventful: Header[] = [];
  for (let first = 0; first < numbers.length; first += HEADERS_AT_ONCE) {
    const some = numbers.slice(first, first + HEADERS_AT_ONCE);
    const headers = await source.findHeaders(some);
    const blocks = headers.map((header, i) => {
      if (header) return { header, logs: byBlock.get(header.number) ?? [] };
      throw new NodeBehindError(`${source.name} sends logs of block ${some[i]} but does not have the block.`);
    });
    await verifyLogs(source, evidence, addresses, blocks);
    eventful.push(...blocks.map(({ header }) => header));
  }
  return eventful;
}
