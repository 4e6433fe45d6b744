/** The state of the service and of each chain: `/health`, `/status`, `/networks`. */
import type { Checkpoint, KnownNode, NodeStore, Reader } from '@mandate/store';
import type { ServedChain, ServedChains } from '../../request/chains.ts';
import { checksum } from '../../request/checksum.ts';
import { blockAgeMsOf, findDoubt } from '../../request/freshness.ts';
import { describeNode } from './describe-node.ts';

export interface StatusDependencies {
  readonly reader: Pick<Reader, 'listCheckpoints'>;
  readonly nodes: Pick<NodeStore, 'list'>;
  readonly chains: ServedChains;
  /** The calls and the cost of nodes are shown. */
  readonly showUsage: boolean;
}

export function createStatusHandlers({ reader, nodes, chains, showUsage }: StatusDependencies) {
  return {
    health: async () => ({ status: 'ok' }),
    networks: async () => ({ networks: chains.list().map(describeNetwork) }),
    async status() {
      const [checkpoints, known] = await Promise.all([reader.listCheckpoints(), nodes.list()]);
      return {
        chains: chains.list().map((chain) => ({
          ...describeChain(chain, checkpoints.find(({ chainId }) => chainId === chain.chainId) ?? null),
          nodes: listNodes(chain, known),
        })),
      };
    },
  };

  function listNodes({ chainId, nodes: configured }: ServedChain, known: readonly KnownNode[]) {
    return known
      .filter((node) => node.chainId === chainId)
      .map((node) => {
        const found = configured.find(({ label }) => label === node.node);
        return describeNode(node, found, showUsage);
      });
  }
}

function describeChain(chain: ServedChain, checkpoint: Checkpoint | null) {
  const doubt = findDoubt(chain, checkpoint);
  return {
    chainId: chain.chainId,
    name: chain.name,
    /** `ready`, or the code of the error that questions about this chain are answered with. */
    state: doubt?.code ?? 'ready',
    detail: doubt?.message ?? null,
    indexed: checkpoint && {
      number: checkpoint.block.number,
      hash: checkpoint.block.hash,
      timestamp: checkpoint.block.timestamp,
    },
    head: checkpoint?.head ?? null,
    safe: checkpoint?.safe ?? null,
    finalized: checkpoint?.finalized ?? null,
    lagBlocks: checkpoint && Math.max(0, checkpoint.head - checkpoint.block.number),
    /** The age of the newest block. A stuck node names its own head, so the lag in blocks would show nothing. */
    lagSeconds: checkpoint && Math.floor(blockAgeMsOf(checkpoint.block) / 1_000),
    /** The time for which the indexer has been silent. */
    heardMsAgo: checkpoint && heardMsAgoOf(chain, checkpoint),
    maxLag: chain.maxLag,
  };
}

/** Null: so long ago that this process can't tell. */
function heardMsAgoOf(chain: ServedChain, { heartbeat }: Checkpoint): number | null {
  const silentMs = chain.pulse.ageMs(heartbeat);
  return Number.isFinite(silentMs) ? Math.round(silentMs) : null;
}

function describeNetwork({ chainId, name, testnet, explorer, registries: { v1, v2 } }: ServedChain) {
  return {
    chainId,
    name,
    testnet,
    explorer,
    registries: { v1: v1 ? checksum(v1) : null, v2: v2 ? checksum(v2) : null },
  };
}
