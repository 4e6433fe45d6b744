import './graph.css';
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Grants } from './grants.ts';
import { summarise } from './graph-model.ts';
import { GraphNode } from './graph-node.tsx';
import type { GraphModel } from './graph-shapes.ts';
import { layOutNarrow, NARROW_ROOM } from './layout-narrow.ts';
import { layOutWide, MIN_WIDE_PX, WIDE_ROOM } from './layout-wide.ts';
import type { WalletLinkSearch } from './wallet-link.tsx';

interface DelegationGraphProps {
  readonly wallet: string;
  readonly grants: Grants;
  readonly link: WalletLinkSearch;
}

/** Draws the most important delegations; the tables below list all of them. */
export const DelegationGraph = memo(function DelegationGraph(props: DelegationGraphProps) {
  const { wallet, grants, link } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, []);
  const isWide = width >= MIN_WIDE_PX;
  const model: GraphModel = useMemo(() => {
    const room = isWide ? WIDE_ROOM : NARROW_ROOM;
    const [outgoing, incoming] = [summarise(grants.outgoing, room), summarise(grants.incoming, room)];
    return { wallet, outgoing, incoming };
  }, [wallet, grants, isWide]);
  const shapes = useMemo(() => {
    if (width === 0) return null;
    return isWide ? layOutWide(model, width) : layOutNarrow(model, width);
  }, [model, width, isWide]);
  return (
    <section className="graph card" aria-label="Graph of the delegations; the tables below list all of them">
      <div ref={frame}>
        {shapes && (
          <svg className="graph__picture" data-wide={isWide} width={shapes.width} height={shapes.height}>
            <title>
              Wallets that may act for this one, and wallets it may act for. Arrows point from the acting
              wallet to the other.
            </title>
            <defs>
              <marker
                id="graph-arrow"
                viewBox="0 0 8 8"
                refX="7"
                refY="4"
                markerWidth="8"
                markerHeight="8"
                orient="auto-start-reverse"
                markerUnits="userSpaceOnUse"
              >
                <path d="M0 0 8 4 0 8z" className="graph__arrow" />
              </marker>
            </defs>
            {shapes.edges.map(({ key, path, arrow, isUnsolicited }) => (
              <path
                key={key}
                d={path}
                className={isUnsolicited ? 'graph__edge graph__edge--unsolicited' : 'graph__edge'}
                {...(arrow === 'start' && { markerStart: 'url(#graph-arrow)' })}
                {...(arrow === 'end' && { markerEnd: 'url(#graph-arrow)' })}
              />
            ))}
            {shapes.nodes.map((node) => (
              <GraphNode key={node.key} node={node} link={link} />
            ))}
            {shapes.labels.map(({ key, x, y, anchor, text, tone }) => (
              <text
                key={key}
                x={x}
                y={y}
                textAnchor={anchor}
                className={`graph__label graph__label--${tone}`}
              >
                {text}
              </text>
            ))}
          </svg>
        )}
      </div>
    </section>
  );
});
