import { NodeBehindError, type Source } from '@mandate/nodes';
import type { Block } from '@mandate/store';

const HEADERS_AT_ONCE = 32;

/**
 * Finds the first of the ledger's blocks that the nodes also have. Pass the newest first, because reorgs are short.
 */
export async function findCommon(known: readonly Block[], source: Source): Promise<Block | null> {
  for (let first = 0; first < known.length; first += HEADERS_AT_ONCE) {
    const some = known.slice(first, first + HEADERS_AT_ONCE);
    const headers = await source.findHeaders(some.map(({ number }) => number));
    const common = some.find(({ hash }, i) => headers[i]?.hash === hash);
    if (common) return common;
    if (headers.includes(null))
      throw new NodeBehindError(`${source.name} does not have blocks that the ledger has.`);
  }
  return null;
}
