/** Finds the block of each chain up to which every change was posted. */
import { type Client, getStatus, type ListChangesParameters, listChanges } from '@mandate/sdk';
import type { ReachedChain } from '@mandate/sdk/webhooks';

export type FeedFilter = Pick<ListChangesParameters, 'wallet' | 'contract' | 'chainIds' | 'signal'>;

/** `cursor` is the place after the last change that was posted. Returned is one that is not before it. */
export function createReadReached(client: Client, filter: FeedFilter) {
  const blocks = new Map<number, number | null>();
  return async (cursor: string): Promise<{ readonly chains: ReachedChain[]; readonly cursor: string }> => {
    const { signal } = filter;
    // In this order: what the page does not have was not there at these blocks.
    const status = await getStatus(client, { signal });
    const page = await listChanges(client, { ...filter, cursor, limit: 1 });
    const isPosted = page.changes.length === 0;
    const chains = status.chains.filter(({ chainId }) => filter.chainIds?.includes(chainId) ?? true);
    if (isPosted && !page.more)
      for (const { chainId, indexed } of chains) blocks.set(chainId, indexed?.number ?? null);
    return {
      chains: chains.map(({ chainId }) => ({
        chainId,
        known: !page.unknown.some((doubt) => doubt.chainId === chainId),
        block: blocks.get(chainId) ?? null,
      })),
      cursor: isPosted ? page.cursor : cursor,
    };
  };
}
