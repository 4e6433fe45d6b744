/**
 * Answers that a node without old state cannot provide. For these, and only these, the service may return
 * 503.
 */
import type { Address, Registry } from '@mandate/core';
import type { Reply } from '../service.ts';
import type { RestingChain } from './resting-chain.ts';
import { listChanges } from './steady.ts';

/**
 * Returns true if a v1 answer may be unknown: about this vault, or without one about a wallet or contract.
 */
export type IsUnknowable = (registries: readonly Registry[], vault: Address | null) => boolean;

/** Only vaults that revoked without naming the delegate can be unknown, and only on pruned nodes. */
export async function createIsUnknowable(
  { chain, latest }: RestingChain,
  isPruned: boolean,
): Promise<IsUnknowable> {
  if (!isPruned) return () => false;
  const changes = await listChanges(chain, 0, latest.number);
  const vaults = new Set(
    changes.flatMap((change) => (change.type === 'revokeUnidentified' ? [change.from] : [])),
  );
  return (registries, vault) =>
    registries.includes('v1') && (vault === null ? vaults.size > 0 : vaults.has(vault));
}

export function isUnknown({ status, body }: Reply): boolean {
  return status === 503 && (JSON.parse(body) as { code?: unknown }).code === 'history_uncertain';
}
