import type { MouseEvent } from 'react';
import { WalletLink } from '../wallet/wallet-link.tsx';
import type { NodeShape } from './graph-shapes.ts';

const LINE_PX = 16;

interface GraphNodeProps {
  readonly node: NodeShape;
  /** The wallet whose graph it is. */
  readonly of: string;
  /** The selected time, for links. */
  readonly at: string | undefined;
  /** Shows the list instead of the graph. */
  readonly onList: () => void;
}

export function GraphNode({ node, of, at, onList }: GraphNodeProps) {
  if (node.wallet) {
    return (
      <WalletLink wallet={node.wallet} at={at}>
        <desc>{node.label}</desc>
        <Box node={node} />
      </WalletLink>
    );
  }
  if (node.isMore) {
    // Keeps the filters, which a new tab begins without.
    const goToList = (event: MouseEvent) => {
      event.preventDefault();
      onList();
    };
    return (
      <a href={`/explorer/${of}`} onClick={goToList}>
        <desc>{node.label}</desc>
        <Box node={node} />
      </a>
    );
  }
  return <Box node={node} />;
}

function Box({ node: { type, x, y, width, height, lines, isUnsolicited, tip } }: { node: NodeShape }) {
  const isMiddle = type === 'self';
  const textX = isMiddle ? x + width / 2 : x + 12;
  const firstY = y + height / 2 + (lines.length > 1 ? 4 : 5) - ((lines.length - 1) * LINE_PX) / 2;
  return (
    <g
      className={`graph__node graph__node--${type}`}
      data-unsolicited={isUnsolicited}
      {...(tip && { 'data-tip': tip })}
    >
      <rect x={x + 0.5} y={y + 0.5} width={width - 1} height={height - 1} rx={9} />
      {lines.map((line, i) => (
        <text
          key={line}
          x={textX}
          y={firstY + i * LINE_PX}
          textAnchor={isMiddle ? 'middle' : 'start'}
          className={i === 0 ? 'graph__line' : 'graph__line graph__line--second'}
        >
          {line}
        </text>
      ))}
    </g>
  );
}
