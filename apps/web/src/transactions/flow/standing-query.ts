/** All delegations of a vault, so that a plan can say what still stands. */
import { MandateError } from '@mandate/sdk';
import { getWallet, type WalletDelegation } from '@mandate/sdk/explore';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../service/client.ts';

const PAGE_ROWS = 1_000;
/** Without a key, the limit is 25 requests per ten seconds. */
const MAX_PAGES = 5;
const MAX_RESTARTS = 3;

interface Standing {
  readonly rows: readonly WalletDelegation[];
  /** Chains that could not answer. */
  readonly unknownChains: readonly number[];
  /** False when there are more rows than were read. */
  readonly isWhole: boolean;
}

/** `strict` leaves out what does not stand at the safe block. */
export const standingQuery = (vault: `0x${string}` | null, consistency?: 'strict') =>
  queryOptions({
    queryKey: ['wallet', { standing: vault?.toLowerCase(), consistency }],
    enabled: vault !== null,
    queryFn: async ({ signal }): Promise<Standing> => {
      if (!vault) throw new Error('There is no vault.');
      for (let restarts = 0; ; restarts++) {
        try {
          return await readPages(vault, consistency, signal);
        } catch (error) {
          // A reorg replaced a block while the list was being read.
          const isExpired = error instanceof MandateError && error.code === 'cursor_expired';
          if (!isExpired || restarts === MAX_RESTARTS) throw error;
        }
      }
    },
  });

async function readPages(
  wallet: `0x${string}`,
  consistency: 'strict' | undefined,
  signal: AbortSignal,
): Promise<Standing> {
  const rows: WalletDelegation[] = [];
  const unknown = new Set<number>();
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await getWallet(client, {
      wallet,
      direction: 'from',
      limit: PAGE_ROWS,
      signal,
      ...(consistency && { consistency }),
      ...(cursor && { cursor }),
    });
    rows.push(...answer.delegations);
    for (const { chainId, known } of answer.chains) if (!known) unknown.add(chainId);
    cursor = answer.nextCursor;
    if (!cursor) break;
  }
  return { rows, unknownChains: [...unknown], isWhole: cursor === null };
}
