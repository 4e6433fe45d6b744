import type { Writer } from '@mandate/store';

/** Removes a chain from the ledger, if that is confirmed. Returns a message for the operator. */
export async function forget(chainId: number, confirmed: boolean, writer: Writer): Promise<string> {
  const checkpoint = await writer.findCheckpoint(chainId);
  if (!checkpoint) return `Chain ${chainId} is not in the ledger: there is nothing to remove.`;
  const held = `The ledger has chain ${chainId} up to block ${checkpoint.block.number}.`;
  if (!confirmed) return `${held} To remove all of it, history included, run the same command with --yes.`;
  await writer.forget(chainId);
  return (
    `${held} All of it was removed. An indexer that has the chain in its settings reads it again from its first ` +
    'block; until then its questions are refused.'
  );
}
