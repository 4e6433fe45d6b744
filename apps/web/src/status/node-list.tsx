import type { NodeState, NodeStatus } from '@mandate/sdk';
import { useNow } from '../ui/time/clock.ts';
import { describeNode, describeToday, listTroubles } from './describe-node.ts';

const TONES: Readonly<Record<NodeState, 'good' | 'warn' | 'bad' | 'quiet'>> = {
  agreed: 'good',
  behind: 'warn',
  undecided: 'warn',
  outvoted: 'bad',
  failed: 'bad',
  state_only: 'quiet',
  unknown: 'quiet',
};

interface NodeListProps {
  readonly nodes: readonly NodeStatus[];
  /** The chain's newest block. */
  readonly head: number | null;
}

/** Lists the nodes of a chain under the labels that the operator chose. */
export function NodeList({ nodes, head }: NodeListProps) {
  if (nodes.length === 0) return null;
  return (
    <section className="nodes stack stack--s" aria-label="Nodes">
      <h3 className="hint">{summarizeNodes(nodes)}</h3>
      <ul>
        {nodes.map((node) => (
          <Node key={node.label} node={node} head={head} />
        ))}
      </ul>
    </section>
  );
}

function Node({ node, head }: { node: NodeStatus; head: number | null }) {
  const troubles = listTroubles(node, useNow());
  const today = describeToday(node.today);
  return (
    <li data-node={node.label} data-tone={TONES[node.state]}>
      <span className="nodes__label mono">
        <span className="dot" aria-hidden="true" /> {node.label}
      </span>
      <span className="digits">{node.head === null ? '–' : node.head.toLocaleString('en')}</span>
      <span className="nodes__more">
        <span>
          <span className="nodes__state">{describeNode(node, head)}</span>
          {troubles.map((trouble) => ` · ${trouble}`)}
        </span>
        {today && <span>{today} today</span>}
      </span>
    </li>
  );
}

function summarizeNodes(nodes: readonly NodeStatus[]): string {
  const voters = nodes.filter(({ state }) => state !== 'state_only');
  const known = voters.filter(({ inQuorum }) => inQuorum !== null);
  if (known.length === 0) return 'Nodes: unknown';
  const agreed = known.filter(({ inQuorum }) => inQuorum).length;
  if (voters.length === 1) return agreed === 1 ? 'One node' : 'One node, which does not answer';
  return agreed === voters.length ? `All ${agreed} nodes agree` : `${agreed} of ${voters.length} nodes agree`;
}
