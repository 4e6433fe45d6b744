/** For tests: a local chain as a follower gets it, from its first block on. */
import type { LocalChain } from '@mandate/contracts';
import type { FollowedChain } from '../follow/following.ts';
import { CAREFUL } from './reading.ts';

type Options = Partial<Pick<FollowedChain, 'evidence' | 'reading'>>;

export function followedChain(
  { chainId, registries: { v1, v2 } }: Pick<LocalChain, 'chainId' | 'registries'>,
  { evidence = { bloom: false, receipts: false }, reading = CAREFUL }: Options = {},
): FollowedChain & { readonly startBlock: number } {
  const depths = { safe: null, finalized: null };
  return { chainId, registries: { ...(v1 ? { v1 } : {}), v2 }, evidence, depths, startBlock: 1, reading };
}
