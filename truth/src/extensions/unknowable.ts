/**
 * Answers that a node without old state cannot provide. For these, and only these, the service may return
 * 503.
 */
import type { Address, Registry } from '@mandate/core';
import { v1Abi } from '@mandate/core';
import { toEventSelector } from 'viem';
import { registryOf } from '../play.ts';
import type { Reply } from '../service.ts';
import type { RestingChain } from './resting-chain.ts';

/**
 * Returns true if a v1 answer may be unknown: about this vault, or without one about a wallet or contract.
 */
export type IsUnknowable = (registries: readonly Registry[], vault: Address | null) => boolean;

const REVOKE_DELEGATE = v1Abi.find((item) => item.type === 'event' && item.name === 'RevokeDelegate');

/** Only vaults that revoked without naming the delegate can be unknown, and only on pruned nodes. */
export async function createIsUnknowable(
  { chain, latest }: RestingChain,
  isPruned: boolean,
): Promise<IsUnknowable> {
  if (!isPruned || REVOKE_DELEGATE?.type !== 'event') return () => false;
  const logs = await chain.client.getLogs({
    address: registryOf(chain, 'v1'),
    fromBlock: 0n,
    toBlock: BigInt(latest.number),
  });
  const selector = toEventSelector(REVOKE_DELEGATE);
  const vaults = new Set(
    logs.flatMap(({ topics: [topic], data }) => {
      const [vault, sender] = [data.slice(26, 66), data.slice(90, 130)];
      return topic === selector && vault === sender ? [`0x${vault}`] : [];
    }),
  );
  return (registries, vault) =>
    registries.includes('v1') && (vault === null ? vaults.size > 0 : vaults.has(vault));
}

export function isUnknown({ status, body }: Reply): boolean {
  return status === 503 && (JSON.parse(body) as { code?: unknown }).code === 'history_uncertain';
}
