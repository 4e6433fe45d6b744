import type { MouseEvent } from 'react';
import { WalletLink } from '../wallet/wallet-link.tsx';
import type { NodeShape } from './graph-shapes.ts';

const LINE_PX = 16;
/** The id of the heading of the list. */
export const LIST_TITLE = 'people-title';

export function GraphNode({ node, at }: { node: NodeShape; at: string | undefined }) {
  if (node.wallet) {
    return (
      <WalletLink wallet={node.wallet} at={at}>
        <desc>{node.label}</desc>
        <Box node={node} />
      </WalletLink>
    );
  }
  if (node.isMore) {
    return (
      <a href={`#${LIST_TITLE}`} onClick={goToList}>
        <desc>{node.label}</desc>
        <Box node={node} />
      </a>
    );
  }
  return <Box node={node} />;
}

/** Does not change the URL, because the explorer keeps its state there. */
function goToList(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById(LIST_TITLE)?.focus();
}

function Box({ node: { type, x, y, width, height, lines, isUnsolicited, wallet } }: { node: NodeShape }) {
  const isMiddle = type === 'self';
  const textX = isMiddle ? x + width / 2 : x + 12;
  const firstY = y + height / 2 + (lines.length > 1 ? 4 : 5) - ((lines.length - 1) * LINE_PX) / 2;
  return (
    <g
      className={`graph__node graph__node--${type}`}
      data-unsolicited={isUnsolicited}
      {...(wallet && { 'data-tip': wallet })}
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
