import type { ConfiguredChain } from '@mandate/config';
import { type Header, marksOf, type Source } from '@mandate/nodes';
import type { Block, Writer } from '@mandate/store';
import { findCommon } from '../follow/find-common.ts';

const HEADERS_AT_ONCE = 100;

/**
 * Lowers a chain's safe and final marks to those that its nodes name now, and fetches the headers of the blocks that
 * may be replaced after all: without them a reorg could not be undone. Returns a message for the operator.
 */
export async function lowerMarks(
  { chainId, depths }: Pick<ConfiguredChain, 'chainId' | 'depths'>,
  source: Source,
  writer: Writer,
): Promise<string> {
  const checkpoint = await writer.findCheckpoint(chainId);
  if (!checkpoint) return `Chain ${chainId} is not in the ledger: there is nothing to lower.`;
  if (checkpoint.state === 'tainted') return `Chain ${chainId} is tainted: run rebuild --chain ${chainId}.`;
  const { number: head } = await source.getHead();
  const { safe, finalized } = marksOf(head, await source.getTags(), depths);
  if (safe === null || finalized === null) {
    return (
      `The nodes of chain ${chainId} name no safe or no final block now. Try again, or set "safeDepth" and ` +
      '"finalizedDepth" if the chain has none.'
    );
  }
  const isLower = (mark: number, known: number | null) => known !== null && mark < known;
  if (!isLower(safe, checkpoint.safe) && !isLower(finalized, checkpoint.finalized))
    return `The marks of chain ${chainId} are not above those that its nodes name: nothing was changed.`;
  // The ledger and the nodes agree on this block, and so on all blocks below it.
  const agreed = await findCommon(await writer.listBlocksSince(chainId, finalized), source);
  const headers = agreed ? await listHeaders(source, finalized, agreed) : [];
  await writer.lowerMarks(chainId, { safe, finalized }, headers, agreed);
  return (
    `Chain ${chainId}: safe ${checkpoint.safe} → ${safe}, final ${checkpoint.finalized} → ${finalized}; ` +
    `${headers.length} headers were fetched. Answers that were cached as immutable can't be recalled.`
  );
}

/** Reads the headers from a block down to another, each the parent of the one above it. */
async function listHeaders(source: Source, lowest: number, highest: Block): Promise<Header[]> {
  const listed: Header[] = [];
  for (let above = highest.number; above >= lowest; above -= HEADERS_AT_ONCE) {
    const count = Math.min(HEADERS_AT_ONCE, above - lowest + 1);
    const headers = await source.findHeaders(Array.from({ length: count }, (_, i) => above - i));
    for (const header of headers) {
      const expected = listed.at(-1)?.parentHash ?? highest.hash;
      if (header?.hash !== expected)
        throw new Error(`${source.name} replaced blocks meanwhile. Run the command again.`);
      listed.push(header);
    }
  }
  return listed;
}
