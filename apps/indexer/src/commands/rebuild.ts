import type { ConfiguredChain } from '@mandate/config';
import type { Source } from '@mandate/nodes';
import type { Block, Writer } from '@mandate/store';

/**
 * Sends a tainted chain back to the newest block that the ledger and the nodes agree on. Returns a message for the
 * operator.
 */
export async function rebuild({ chainId }: ConfiguredChain, source: Source, writer: Writer): Promise<string> {
  const checkpoint = await writer.findCheckpoint(chainId);
  if (!checkpoint) return `Chain ${chainId} is not in the ledger: there is nothing to rebuild.`;
  if (checkpoint.state !== 'tainted')
    return `Chain ${chainId} is ${checkpoint.state}, not tainted: nothing was changed.`;
  if (await writer.audit.find(chainId)) {
    await writer.forget(chainId);
    return `Chain ${chainId} was imported and is not verified, so it was removed. Import it again, or start the indexer: it reads the whole chain.`;
  }
  const agreed = await findAgreed(await writer.listAnchors(chainId), source);
  if (!agreed) {
    await writer.forget(chainId);
    return `The nodes agree with no block of the ledger of chain ${chainId}: it starts again from its first block.`;
  }
  await writer.rebuild(chainId, agreed);
  return `Chain ${chainId} starts again from block ${agreed.number}; it was at ${checkpoint.block.number}.`;
}

async function findAgreed(blocks: readonly Block[], source: Source): Promise<Block | null> {
  for (const block of blocks) {
    const [header] = await source.findHeaders([block.number]);
    if (header?.hash === block.hash) return block;
  }
  return null;
}
