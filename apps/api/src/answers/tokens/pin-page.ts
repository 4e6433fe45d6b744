/** Chooses the blocks of a page: those of the first one, as long as they are on the chain. */

import type { PinBlock, Pinned } from '../../request/at-block.ts';
import type { ServedChain } from '../../request/chains.ts';
import { refuseOne } from '../../request/read-parameters.ts';
import { hasSameHash, type TokensPlace } from '../../request/tokens-cursor.ts';
import type { NodeAccess } from '../chain/node-access.ts';
import { type Blocks, completeSafe } from '../eligibility/claim-question.ts';
import type { TokensQuestion } from './tokens-page.ts';

/** Exclusive delegates depend on the order in which grants were given for the first time, at any time. */
const FROM_THE_BEGINNING = 0;

export async function pinPage(
  pin: PinBlock,
  chain: ServedChain,
  { when, exclusive, start }: TokensQuestion,
): Promise<Pinned> {
  if (!start) return pin(chain, when, exclusive ? FROM_THE_BEGINNING : undefined);
  const [{ number: atBlock }, safe] = start.blocks;
  const since = exclusive ? FROM_THE_BEGINNING : (safe?.number ?? atBlock);
  const pinned = await pin(chain, { atBlock }, since);
  if (!safe) return { ...pinned, isPast: true };
  const block = start.named === atBlock ? pinned.block : bare(start.named);
  return { ...pinned, block, safeBlock: safe.number, isPast: true, isFinal: false };
}

const bare = (number: number) => ({ number, hash: null, timestamp: null });

/** `null` if the chain went back meanwhile. Throws if it has replaced a block of the first page. */
export async function findBlocksOfPage(
  nodes: NodeAccess,
  pinned: Pinned,
  start: TokensPlace,
): Promise<Blocks | null> {
  const [{ number: atBlock }, safe] = start.blocks;
  const when = { atBlock };
  const block = pinned.block.number === atBlock ? pinned.block : bare(atBlock);
  const first = await nodes.completeBlock({ ...pinned, block }, when);
  const second = safe && (await completeSafe(nodes, when, pinned, safe.number));
  if (!first || second === null) return null;
  const read: Blocks['read'] = second ? [first, second] : [first];
  if (!read.every((block, i) => hasSameHash(block, start.blocks[i]))) {
    const message = 'continues a list at a block that the chain has replaced: start again without it.';
    throw refuseOne('cursor', message, 'cursor_expired');
  }
  return { named: second?.number === start.named ? second : first, read };
}
