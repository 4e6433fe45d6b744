/** Metrics of each node, by chain and label. Nothing of its address is shown. */
import type { ConfiguredChain, ConfiguredNode } from '@mandate/config';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { METHODS, NODE_ERRORS, type NodeObserver } from './rpc/node-watch.ts';

export interface NodeMetrics extends NodeObserver {
  /** Reports that this process follows the chain: only then it knows the newest block and the standing of each node. */
  held(chain: ConfiguredChain): void;
  released(chain: ConfiguredChain): void;
}

export function addNodeMetrics(registry: Registry, chains: readonly ConfiguredChain[]): NodeMetrics {
  const registers = [registry];
  const calls = new Counter({
    name: 'mandate_node_calls_total',
    help: 'Calls sent to the node, by method',
    labelNames: ['chain', 'node', 'method'],
    registers,
  });
  const errors = new Counter({
    name: 'mandate_node_errors_total',
    help: 'Requests that failed and calls that were answered with an error, by the kind of error',
    labelNames: ['chain', 'node', 'error'],
    registers,
  });
  const latency = new Histogram({
    name: 'mandate_node_request_seconds',
    help: 'How long the node took for an HTTP request, whether or not it answered',
    labelNames: ['chain', 'node'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 20],
    registers,
  });
  const outvoted = new Counter({
    name: 'mandate_node_outvoted_total',
    help: 'Answers of the node that differed from the one that enough others gave',
    labelNames: ['chain', 'node'],
    registers,
  });
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `mandate_node_${name}`, help, labelNames: ['chain', 'node'], registers });
  const head = gauge('head_block', 'The newest block that the node named');
  const inQuorum = gauge('in_quorum', 'Whether the answers of the node count: 1 or 0');

  const label = ({ chainId }: ConfiguredChain, node: ConfiguredNode) => ({
    chain: String(chainId),
    node: node.label,
  });
  const followed = new Set<number>();
  // Starts at 0: a rate can't see the first value of a new series.
  for (const chain of chains) {
    for (const of of chain.nodes.map((node) => label(chain, node))) {
      for (const method of METHODS) calls.inc({ ...of, method }, 0);
      for (const error of NODE_ERRORS) errors.inc({ ...of, error }, 0);
      outvoted.inc(of, 0);
      latency.zero(of);
    }
  }

  return {
    asked(chain, node, request) {
      const of = label(chain, node);
      for (const method of request.methods) calls.inc({ ...of, method });
      latency.observe(of, request.tookMs / 1_000);
      if (request.head !== null && followed.has(chain.chainId)) head.set(of, request.head);
    },
    erred: (chain, node, error) => errors.inc({ ...label(chain, node), error }),
    voted(chain, node, { vote, standing }) {
      if (followed.has(chain.chainId)) inQuorum.set(label(chain, node), standing === 'agreed' ? 1 : 0);
      if (vote === 'outvoted') outvoted.inc(label(chain, node));
    },
    held: ({ chainId }) => followed.add(chainId),
    // The process that follows the chain now has newer values. Answers may still arrive here.
    released(chain) {
      followed.delete(chain.chainId);
      for (const of of chain.nodes.map((node) => label(chain, node))) {
        head.remove(of);
        inQuorum.remove(of);
      }
    },
  };
}
