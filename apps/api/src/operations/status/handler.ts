/** The state of the service and of each chain: `/health`, `/status`, `/networks`. */

import type { ConfiguredNode } from '@mandate/config';
import { blockAgeMsOf } from '@mandate/feed';
import { checksum } from '@mandate/read-model/checksum';
import type { Checkpoint, KnownNode } from '@mandate/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendPageToBrowser } from '../../http/not-found.ts';
import type { ServedChain } from '../../request/chains.ts';
import { findDoubt } from '../../request/freshness.ts';
import type { Dependencies } from '../dependencies.ts';
import type { WireOf } from '../forms/form.ts';
import { type HEALTH_ANSWER, type NETWORKS_ANSWER, NODE_STATES, type STATUS_ANSWER } from './answer.ts';

/** The indexer reports every ten seconds. What it said longer ago says nothing about now. */
const MAX_AGE_MS = 60_000;

export function createStatusHandlers({ reader, nodes, chains, showUsage }: Dependencies) {
  return {
    health: async (): Promise<WireOf<typeof HEALTH_ANSWER>> => ({ status: 'ok' }),
    networks: async (): Promise<WireOf<typeof NETWORKS_ANSWER>> => {
      return { networks: chains.list().map(describeNetwork) };
    },
    async status(request: FastifyRequest, reply: FastifyReply) {
      const page = sendPageToBrowser(request, reply);
      if (page) return page;
      const [checkpoints, known] = await Promise.all([reader.listCheckpoints(), nodes.list()]);
      const answer: WireOf<typeof STATUS_ANSWER> = {
        chains: chains.list().map((chain) => ({
          ...describeChain(chain, checkpoints.find(({ chainId }) => chainId === chain.chainId) ?? null),
          nodes: known
            .filter(({ chainId }) => chainId === chain.chainId)
            .map((node, i) => describeNode(node, chain, i, showUsage)),
        })),
      };
      return answer;
    },
  };
}

function describeChain(chain: ServedChain, checkpoint: Checkpoint | null) {
  const doubt = findDoubt(chain, checkpoint);
  const silentMs = checkpoint ? chain.pulse.ageMs(checkpoint.heartbeat) : Infinity;
  return {
    chainId: chain.chainId,
    name: chain.name,
    /** `ready`, or the code of the error that questions about this chain are answered with. */
    state: doubt?.code ?? ('ready' as const),
    detail: [doubt?.message, checkpoint && describeBehind(checkpoint)].filter(Boolean).join(' ') || null,
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
    /** `null` if it is so long ago that this process can't tell. */
    heardMsAgo: Number.isFinite(silentMs) ? Math.round(silentMs) : null,
    maxLag: chain.maxLag,
  };
}

/** The indexer records a head below the ledger's block once it has seen it for ten seconds. */
function describeBehind({ block, head }: Checkpoint): string | null {
  if (head >= block.number) return null;
  return `Its nodes are at block ${head}, below block ${block.number} that was read before: they lag, or the chain dropped its newest blocks.`;
}

/** Names a node by the label that the operator gave it, else by its place: its host is nobody's business. */
function describeNode(node: KnownNode, { nodes }: ServedChain, i: number, showUsage: boolean) {
  const place = nodes.findIndex(({ label }) => label === node.node);
  const configured = nodes[place];
  const isKnown = node.ageMs <= MAX_AGE_MS;
  const state = isKnown ? stateOf(node, configured) : 'unknown';
  const { callsToday: calls } = node;
  const { costPerMillionCalls: perMillion = null } = configured ?? {};
  const hasVote = state !== 'unknown' && state !== 'state_only';
  return {
    label: configured?.isNamed ? node.node : `node-${1 + (configured ? place : nodes.length + i)}`,
    state,
    /** `null` if it is not known, or the node has no vote. */
    inQuorum: hasVote ? state === 'agreed' : null,
    head: isKnown ? node.head : null,
    outvoted: node.outvoted,
    lastOutvoted: node.outvotedAt && inSeconds(node.outvotedAt),
    lastError: node.error && node.errorAt ? { kind: node.error, timestamp: inSeconds(node.errorAt) } : null,
    /** `null` if the operator does not show it. */
    today: showUsage
      ? { calls, cost: perMillion === null ? null : Math.round(calls * perMillion) / 1e6 }
      : null,
  };
}

function stateOf({ vote }: KnownNode, configured: ConfiguredNode | undefined): (typeof NODE_STATES)[number] {
  if (configured?.stateOnly) return 'state_only';
  return NODE_STATES.find((state) => state === vote) ?? 'unknown';
}

const inSeconds = (date: Date) => Math.floor(date.getTime() / 1_000);

function describeNetwork(chain: ServedChain) {
  const { chainId, name, testnet, explorer, evidence, publicNode } = chain;
  const { v1, v2 } = chain.registries;
  const registries = { v1: v1 ? checksum(v1) : null, v2: v2 ? checksum(v2) : null };
  return { chainId, name, testnet, explorer, registries, proofs: evidence.proofs, publicNode };
}
