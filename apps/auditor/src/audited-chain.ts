/** A chain as the auditor reads it: all its nodes together, and each of them alone. */
import type { ConfiguredChain } from '@mandate/config';
import type { Registries } from '@mandate/fold';
import { type CallBudget, connectNodes, type NodeObserver, type Source } from '@mandate/nodes';

export interface AuditedChain {
  readonly chain: ConfiguredChain;
  readonly registries: Registries;
  /** All nodes: as many as the quorum have to agree. */
  readonly source: Source;
  /** Each node alone. The indexer asks the first node first, so it comes last here. */
  readonly voters: readonly Source[];
  /** The number of nodes that have to show a difference before it counts. */
  readonly confirmations: number;
}

interface ConnectOptions {
  readonly observers: readonly NodeObserver[];
  readonly budget?: CallBudget | undefined;
}

export function connectAudited(
  chain: ConfiguredChain,
  registries: Registries,
  options: ConnectOptions,
): AuditedChain {
  const voting = chain.nodes.filter(({ stateOnly }) => !stateOnly);
  return {
    chain,
    registries,
    source: connectNodes(chain, options),
    voters: voting.map((node) => connectNodes({ ...chain, nodes: [node], quorum: 1 }, options)).toReversed(),
    confirmations: Math.max(2, chain.quorum),
  };
}
