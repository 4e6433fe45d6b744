/** The v1 vaults whose past can't be known, because no node had the state that shows what a revocation revoked. */
import type { Address, Registry } from '@mandate/core';
import type { Reader } from '@mandate/store';
import { ProblemError } from '../http/problems.ts';
import type { Pinned } from '../request/at-block.ts';
import type { ServedChain } from '../request/chains.ts';

/** Returns the problem of a v1 question that the ledger can't answer. */
export function uncertain(
  chain: ServedChain,
  of: string,
  { readUpTo, safeBlock }: Pick<Pinned, 'readUpTo' | 'safeBlock'>,
): ProblemError {
  const when = safeBlock === null ? `at block ${readUpTo}` : `from block ${safeBlock} to ${readUpTo}`;
  return new ProblemError(
    'history_uncertain',
    `The v1 delegations of ${of} on ${chain.name} ${when} can't be known.`,
  );
}

/** Throws where the past of a wallet's list can't be known. */
export async function assertCertain(
  reader: Pick<Reader, 'isUncertain'>,
  chain: ServedChain,
  { registry, wallet }: { readonly registry: Registry; readonly wallet: Address },
  pinned: Pinned,
): Promise<void> {
  if (registry !== 'v1' || !pinned.isPast) return;
  const { readUpTo, safeBlock } = pinned;
  if (await reader.isUncertain(chain.chainId, readUpTo, { wallet }, safeBlock))
    throw uncertain(chain, 'this wallet', pinned);
}
