/** Whether the ledger may speak for a chain, and the headers that say for which block it does. */
import type { ConfiguredChain } from '@mandate/config';
import type { Checkpoint, PastBlock } from '@mandate/store';
import { ProblemError } from './problems.ts';

/** Why the ledger may not speak for a chain now, if it may not. */
export function findDoubt(chain: ConfiguredChain, checkpoint: Checkpoint | null): ProblemError | null {
  if (!checkpoint) {
    return new ProblemError('chain_not_ready', `${chain.name} has not been read yet.`);
  }
  const { block, head, state, ageMs } = checkpoint;
  if (state === 'tainted') {
    return new ProblemError('chain_tainted', `${chain.name} replaced a block that it had called final.`);
  }
  if (state === 'backfilling') {
    const read = `${block.number} of ${head} blocks`;
    return new ProblemError('chain_not_ready', `${chain.name} is being read: ${read}.`);
  }
  if (head - block.number > chain.maxLag.blocks) {
    const behind = `${head - block.number} blocks behind, more than ${chain.maxLag.blocks}`;
    return new ProblemError('chain_lagging', `What is known of ${chain.name} is ${behind}.`);
  }
  if (ageMs > chain.maxLag.ms) {
    const seconds = `${Math.round(ageMs / 1000)} seconds, more than ${chain.maxLag.ms / 1000}`;
    return new ProblemError('chain_lagging', `Nothing was heard of ${chain.name} for ${seconds}.`);
  }
  return null;
}

/** Throws where an answer would be a guess. */
export function assertKnown(
  chain: ConfiguredChain,
  checkpoint: Checkpoint | undefined,
): asserts checkpoint is Checkpoint {
  const doubt = findDoubt(chain, checkpoint ?? null);
  if (doubt) throw doubt;
}

/** The block whose state an answer is. Of one in which nothing happened the ledger may know its number only. */
export function blockHeaders(chain: ConfiguredChain, block: PastBlock): Record<string, string> {
  const headers: Record<string, string> = {
    'x-chain-id': String(chain.chainId),
    'x-block-number': String(block.number),
  };
  if (block.hash !== null) headers['x-block-hash'] = block.hash;
  if (block.timestamp !== null) headers['x-block-timestamp'] = String(block.timestamp);
  return headers;
}

export const BLOCK_HEADERS = ['X-Chain-Id', 'X-Block-Number', 'X-Block-Hash', 'X-Block-Timestamp'] as const;
/** The safe block of a strict answer. */
export const SAFE_HEADER = 'X-Safe-Block-Number';

/** Of an answer that nothing can change any more. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
