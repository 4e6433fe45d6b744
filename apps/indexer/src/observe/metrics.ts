import type { ConfiguredChain } from '@mandate/config';
import { addNodeMetrics, type NodeObserver, QuorumError } from '@mandate/nodes';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Rewound } from '../follow/following.ts';
import type { Observer } from '../observer.ts';
import { ERROR_KINDS, errorKindOf, leavesTooFewNodes } from './error-kinds.ts';

export interface Metrics extends Observer, NodeObserver {
  readonly registry: Registry;
}

/** Creates all metrics with the prefix `mandate_`, by chain and by node, and those of Node.js. */
export function createMetrics(chains: readonly ConfiguredChain[]): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `mandate_${name}`, help, labelNames: ['chain'], registers });
  const counter = (name: string, help: string) =>
    new Counter({ name: `mandate_${name}`, help, labelNames: ['chain'], registers });

  const held = gauge('chain_held', 'Whether this process follows the chain: 1 or 0');
  const head = gauge('head_block', "The chain's newest block");
  const indexed = gauge('indexed_block', 'The block that the ledger is valid for');
  const safe = gauge('safe_block', "The chain's safe block");
  const finalized = gauge('finalized_block', "The chain's final block");
  const lag = gauge('lag_blocks', 'Blocks between the head and the ledger');
  const indexedAt = gauge(
    'indexed_block_timestamp_seconds',
    'The time of the block that the ledger is valid for',
  );
  const tainted = gauge('chain_tainted', 'Whether the chain has to be rebuilt: 1 or 0');
  const quorum = gauge('chain_quorum', 'Whether enough nodes answered and agreed when last asked: 1 or 0');
  const blocks = counter('blocks_total', 'Blocks taken into the ledger');
  const events = counter('events_total', 'Registry events written to the ledger');
  const reorgs = counter('reorgs_total', 'Reorgs undone');
  const doubts = counter(
    'doubts_total',
    'Times that blocks were read again because a range of them was wrong',
  );
  const errors = new Counter({
    name: 'mandate_errors_total',
    help: 'Steps that failed, by the kind of error',
    labelNames: ['chain', 'error'],
    registers,
  });
  const disagreements = counter('disagreements_total', 'Times that nodes contradicted each other');
  const depth = new Histogram({
    name: 'mandate_reorg_depth_blocks',
    help: 'How deep reorgs were',
    labelNames: ['chain'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128],
    registers,
  });
  const commit = new Histogram({
    name: 'mandate_step_seconds',
    help: 'How long a step that wrote to the ledger took, from asking the node to the commit',
    labelNames: ['chain'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });

  const nodes = addNodeMetrics(registry, chains);
  const label = ({ chainId }: ConfiguredChain) => ({ chain: String(chainId) });
  // Starts at 0: a rate can't see the first value of a new series, and the first disagreement matters most.
  for (const of of chains.map(label)) {
    held.set(of, 0);
    for (const total of [blocks, events, reorgs, doubts, disagreements]) total.inc(of, 0);
    for (const error of ERROR_KINDS) errors.inc({ ...of, error }, 0);
    for (const histogram of [depth, commit]) histogram.zero(of);
  }

  function countRewound(of: ReturnType<typeof label>, { why, depth: blocksBack }: Rewound): void {
    if (why === 'doubt') doubts.inc(of);
    if (why !== 'reorg') return;
    reorgs.inc(of);
    depth.observe(of, blocksBack);
  }

  return {
    registry,
    ...nodes,
    held(chain) {
      held.set(label(chain), 1);
      nodes.held(chain);
    },
    released(chain) {
      nodes.released(chain);
      const of = label(chain);
      held.set(of, 0);
      // The process that follows the chain now has newer values.
      for (const known of [head, indexed, safe, finalized, lag, indexedAt, tainted, quorum]) known.remove(of);
    },
    stepped(chain, step, tookMs) {
      const of = label(chain);
      quorum.set(of, 1);
      tainted.set(of, step.type === 'tainted' ? 1 : 0);
      if (step.type === 'tainted') return;
      indexed.set(of, step.block.number);
      indexedAt.set(of, step.block.timestamp);
      if (step.type === 'rewound') return countRewound(of, step);
      head.set(of, step.marks.head);
      if (step.marks.safe !== null) safe.set(of, step.marks.safe);
      if (step.marks.finalized !== null) finalized.set(of, step.marks.finalized);
      lag.set(of, Math.max(0, step.marks.head - step.block.number));
      if (step.type === 'advanced') {
        blocks.inc(of, step.blocks);
        events.inc(of, step.events);
        commit.observe(of, tookMs / 1000);
      }
    },
    failed(chain, error) {
      const of = label(chain);
      errors.inc({ ...of, error: errorKindOf(error) });
      if (error instanceof QuorumError && error.disagreement) disagreements.inc(of);
      if (leavesTooFewNodes(error)) quorum.set(of, 0);
    },
  };
}
