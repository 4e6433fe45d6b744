/** The state of the service and of each chain: `/health`, `/status`, `/networks`. */
import type { Checkpoint, Reader } from '@mandate/store';
import type { FastifyInstance } from 'fastify';
import { checksum } from './checksum.ts';
import { blockAgeMsOf, findDoubt } from './freshness.ts';
import type { ServedChain, ServedChains } from './served-chains.ts';

export interface StatusDependencies {
  readonly reader: Pick<Reader, 'listCheckpoints'>;
  readonly chains: ServedChains;
}

export function addStatus(app: FastifyInstance, { reader, chains }: StatusDependencies): void {
  app.get('/health', async () => ({ status: 'ok' }));

  app.get('/status', async () => {
    const checkpoints = new Map((await reader.listCheckpoints()).map((found) => [found.chainId, found]));
    return {
      chains: chains.list().map((chain) => describeChain(chain, checkpoints.get(chain.chainId) ?? null)),
    };
  });

  app.get('/networks', async () => ({ networks: chains.list().map(describeNetwork) }));
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
    /** How old the newest block is. A stuck node names its own head, so the lag in blocks would show nothing. */
    lagSeconds: checkpoint && Math.floor(blockAgeMsOf(checkpoint.block) / 1_000),
    /** How long the indexer has been silent. */
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
