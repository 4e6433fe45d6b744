import type { ConfiguredChain } from '@mandate/config';
import type { Address, Registry } from '@mandate/core';
import type { Checkpoint, Heartbeats } from '@mandate/store';
import { type AuditMarks, createAuditMarks, type IsNamed } from './audit-marks.ts';
import { createPulse, type Pulse } from './heartbeats.ts';

/** A chain as it is configured, with those of its registries that the ledger has, whether its indexer is alive, and its vaults under audit. */
export interface WatchedChain extends ConfiguredChain {
  readonly configured: ConfiguredChain;
  readonly pulse: Pulse;
  readonly auditMarks: AuditMarks;
}

/** Finds the address of a registry that a ledger can answer for. `null` if it does not say: what is configured holds. */
function findServed(
  { registries, possibleRegistries }: ConfiguredChain,
  name: Registry,
  recorded: Checkpoint['registries'],
): Address | undefined {
  if (!recorded) return registries[name];
  const expected = registries[name] ?? possibleRegistries[name];
  return expected === recorded[name] ? expected : undefined;
}

/** Tells whether a ledger has exactly the registries that this chain was chosen for: they may have changed since. */
export function hasSameRegistries(chain: WatchedChain, recorded: Checkpoint['registries']): boolean {
  const isSame = (name: Registry) => findServed(chain.configured, name, recorded) === chain.registries[name];
  return isSame('v1') && isSame('v2');
}

function withRegistries(chain: WatchedChain, recorded: Checkpoint['registries']): WatchedChain {
  const [v1, v2] = (['v1', 'v2'] as const).map((name) => findServed(chain.configured, name, recorded));
  return { ...chain, registries: { ...(v1 ? { v1 } : {}), ...(v2 ? { v2 } : {}) } };
}

/** `isNamed` asks the database which wallets the vaults under audit name. */
export function createWatchedChains(configured: readonly ConfiguredChain[], isNamed: IsNamed) {
  const serve = (chain: ConfiguredChain) => ({
    ...chain,
    configured: chain,
    pulse: createPulse(),
    auditMarks: createAuditMarks(chain.chainId, isNamed),
  });
  const byId = new Map<number, WatchedChain>(configured.map((chain) => [chain.chainId, serve(chain)]));

  /** A request keeps the chain that it began with. */
  function sample({ heartbeats, registries, marks }: Heartbeats): void {
    for (const chain of byId.values()) {
      chain.pulse.sample(heartbeats.get(chain.chainId) ?? null);
      if (marks) chain.auditMarks.sample(marks.filter(({ chainId }) => chainId === chain.chainId));
      const recorded = registries.get(chain.chainId) ?? null;
      if (hasSameRegistries(chain, recorded)) continue;
      byId.set(chain.chainId, withRegistries(chain, recorded));
    }
  }

  return {
    list: () => [...byId.values()],
    find: (chainId: number) => byId.get(chainId),
    sample,
  };
}

export type WatchedChains = ReturnType<typeof createWatchedChains>;
