/** The nodes of a chain on the status page: named by their labels, never by their URLs. */
import type { ConfiguredNode } from '@mandate/config';
import type { KnownNode } from '@mandate/store';

/** The indexer reports every ten seconds. What it said longer ago says nothing about now. */
const MAX_AGE_MS = 60_000;

/** The indexer's judgement of the node's answers. */
export const NODE_STATES = [
  'agreed',
  'behind',
  'outvoted',
  'undecided',
  'failed',
  'state_only',
  'unknown',
] as const;
export type NodeState = (typeof NODE_STATES)[number];

export function describeNode(node: KnownNode, configured: ConfiguredNode | undefined, showUsage: boolean) {
  const isKnown = node.ageMs <= MAX_AGE_MS;
  const state = isKnown ? stateOf(node, configured) : 'unknown';
  const hasVote = state !== 'unknown' && state !== 'state_only';
  return {
    label: node.node,
    state,
    /** Null: not known, or the node has no vote. */
    inQuorum: hasVote ? state === 'agreed' : null,
    head: isKnown ? node.head : null,
    outvoted: node.outvoted,
    lastOutvoted: inSeconds(node.outvotedAt),
    lastError: node.error && node.errorAt ? { kind: node.error, timestamp: inSeconds(node.errorAt) } : null,
    /** Null: the operator does not show it. */
    today: showUsage
      ? { calls: node.callsToday, cost: costOf(node.callsToday, configured?.costPerMillionCalls ?? null) }
      : null,
  };
}

function stateOf({ vote }: KnownNode, configured: ConfiguredNode | undefined): NodeState {
  if (configured?.stateOnly) return 'state_only';
  return NODE_STATES.find((state) => state === vote) ?? 'unknown';
}

function costOf(calls: number, perMillion: number | null): number | null {
  return perMillion === null ? null : Math.round(calls * perMillion) / 1e6;
}

function inSeconds(date: Date | null): number | null {
  return date && Math.floor(date.getTime() / 1_000);
}
