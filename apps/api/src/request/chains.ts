import type { ConfiguredChain } from '@mandate/config';
import type { Address, Registry } from '@mandate/core';
import type { Checkpoint, Heartbeats } from '@mandate/store';
import { ProblemError } from '../http/problems.ts';
import { type AuditMarks, createAuditMarks, type IsNamed } from './audit-marks.ts';
import { createPulse, type Pulse } from './heartbeats.ts';

export const MAINNET = 1;

/** A chain as it is configured, with those of its registries that the ledger has, whether its indexer is alive, and its vaults under audit. */
export interface ServedChain extends ConfiguredChain {
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
export function hasSameRegistries(chain: ServedChain, recorded: Checkpoint['registries']): boolean {
  const isSame = (name: Registry) => findServed(chain.configured, name, recorded) === chain.registries[name];
  return isSame('v1') && isSame('v2');
}

function withRegistries(chain: ServedChain, recorded: Checkpoint['registries']): ServedChain {
  const [v1, v2] = (['v1', 'v2'] as const).map((name) => findServed(chain.configured, name, recorded));
  return { ...chain, registries: { ...(v1 ? { v1 } : {}), ...(v2 ? { v2 } : {}) } };
}

/** Ends the refusal of a chain. */
export function describeServed(chains: readonly Pick<ServedChain, 'chainId'>[]): string {
  const ids = chains.map(({ chainId }) => chainId).toSorted((a, b) => a - b);
  return `Served chains: ${ids.join(', ') || 'none'}. /networks describes them.`;
}

/** `isNamed` asks the database which wallets the vaults under audit name. */
export function createServedChains(configured: readonly ConfiguredChain[], isNamed: IsNamed) {
  const serve = (chain: ConfiguredChain) => ({
    ...chain,
    configured: chain,
    pulse: createPulse(),
    auditMarks: createAuditMarks(chain.chainId, isNamed),
  });
  const byId = new Map<number, ServedChain>(configured.map((chain) => [chain.chainId, serve(chain)]));

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

  /** Returns the chain that a request asks for. Throws unless it is served and has the registry. */
  function get(chainId: number | undefined, registry: Registry): ServedChain {
    const id = chainId ?? MAINNET;
    const chain = byId.get(id);
    if (chain?.registries[registry]) return chain;
    const detail = chain
      ? `This service indexes no ${registry} registry on ${chain.name}.`
      : `Chain ${id} is not served here${chainId === undefined ? ', and no chainId was sent' : ''}.`;
    const next = describeServed([...byId.values()].filter(({ registries }) => registries[registry]));
    const errors = [{ parameter: 'chainId', message: `is ${id}. ${next}` }];
    throw new ProblemError('chain_not_supported', `${detail} ${next}`, errors);
  }

  /** Returns the chain that a request asks for. Throws unless it is served and has one of the registries. */
  function getWithAny(chainId: number | undefined, registries: readonly Registry[]): ServedChain {
    const { registries: served = {} } = byId.get(chainId ?? MAINNET) ?? {};
    return get(chainId, registries.find((name) => served[name]) ?? registries.at(-1) ?? 'v2');
  }

  return { list: () => [...byId.values()], get, getWithAny, sample };
}

export type ServedChains = ReturnType<typeof createServedChains>;
