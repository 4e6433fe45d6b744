import { type Header, NodeBehindError, type Source } from '@mandate/nodes';
import type { Block } from '@mandate/store';
import { type BlockLogs, verifyLogs } from '../verify/verify.ts';
import type { FollowedChain } from './following.ts';

const HEADERS_AT_ONCE = 32;

/**
 * Reads the logs of some blocks by their hashes, and verifies them against their headers. The headers have to link
 * two blocks of the ledger: `lower`, which is below all of them, and `upper`.
 */
export async function readByHash(
  source: Source,
  { registries, evidence }: Pick<FollowedChain, 'registries' | 'evidence'>,
  { lower, upper, numbers }: { lower: Block; upper: Block; numbers: readonly number[] },
): Promise<BlockLogs[]> {
  const addresses = Object.values(registries);
  const headers = (await listLinkedHeaders(source, lower, upper)).filter(({ number }) =>
    numbers.includes(number),
  );
  const logs = await source.getLogs(
    addresses,
    headers.map(({ hash }) => hash),
  );
  const blocks = headers.map((header, i) => ({ header, logs: logs[i] ?? [] }));
  await verifyLogs(source, evidence, addresses, blocks);
  return blocks;
}

async function listLinkedHeaders(source: Source, lower: Block, upper: Block): Promise<Header[]> {
  const listed: Header[] = [];
  while (lower.number + listed.length < upper.number) {
    const first = lower.number + listed.length + 1;
    const count = Math.min(HEADERS_AT_ONCE, upper.number - first + 1);
    const headers = await source.findHeaders(Array.from({ length: count }, (_, i) => first + i));
    for (const header of headers) {
      const parent = listed.at(-1) ?? lower;
      if (header?.parentHash !== parent.hash)
        throw new NodeBehindError(`${source.name} replaced blocks after ${parent.number} meanwhile.`);
      listed.push(header);
    }
  }
  if ((listed.at(-1) ?? lower).hash !== upper.hash)
    throw new NodeBehindError(`${source.name} replaced block ${upper.number} meanwhile.`);
  return listed;
}
