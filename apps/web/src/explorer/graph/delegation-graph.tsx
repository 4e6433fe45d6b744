import './graph.css';
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { nameOf, type ShownName, writeName } from '../../names/name-of.ts';
import { useShownNames } from '../../names/use-marks.ts';
import { useNames } from '../../names/use-names.ts';
import type { NameOfChain, Row } from '../wallet/rows.ts';
import { type CounterpartModel, type SideModel, summarise } from './graph-model.ts';
import { GraphNode } from './graph-node.tsx';
import type { GraphModel, NameInGraph } from './graph-shapes.ts';
import { layOutNarrow, NARROW_ROOM } from './layout-narrow.ts';
import { layOutWide, MIN_WIDE_PX, WIDE_ROOM } from './layout-wide.ts';

/** While the page is laid out, the frame may be narrower than any screen. */
const MIN_PX = 200;

interface DelegationGraphProps {
  readonly wallet: string;
  readonly rows: readonly Row[];
  readonly unsolicited: ReadonlySet<unknown>;
  readonly nameOfChain: NameOfChain;
  /** The selected time, for links. */
  readonly at: string | undefined;
  readonly onList: () => void;
}

/** Draws the most important delegations. The list has all of them. */
export const DelegationGraph = memo(function DelegationGraph(props: DelegationGraphProps) {
  const { wallet, rows, unsolicited, nameOfChain, at, onList } = props;
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
  const [outgoing, incoming] = useMemo(() => {
    const room = isWide ? WIDE_ROOM : NARROW_ROOM;
    return (['outgoing', 'incoming'] as const).map((direction) => {
      const ofSide = rows.filter((row) => row.direction === direction);
      return summarise({ rows: ofSide, unsolicited, nameOfChain }, room);
    }) as [SideModel, SideModel];
  }, [rows, unsolicited, nameOfChain, isWide]);
  const findName = useNamesOf(outgoing, incoming);
  const model: GraphModel = useMemo(
    () => ({ wallet, outgoing, incoming, nameOf: findName }),
    [wallet, outgoing, incoming, findName],
  );
  const shapes = useMemo(() => {
    if (width < MIN_PX) return null;
    return isWide ? layOutWide(model, width) : layOutNarrow(model, width);
  }, [model, width, isWide]);
  return (
    <section className="graph card" aria-label="Graph of the delegations. The list has all of them">
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
              <GraphNode key={node.key} node={node} of={wallet} at={at} onList={onList} />
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

/** Returns a function that finds the name of a wallet or a contract that the graph shows. */
function useNamesOf(...sides: readonly SideModel[]): NameInGraph {
  const counterparts = sides.flatMap((side) => side.counterparts);
  const shown = [...counterparts, ...counterparts.flatMap(contractsOf)];
  const answers = useNames(
    shown.map(({ chainId, address }) => ({ chainId, address: address as `0x${string}` })),
  );
  useShownNames(answers);
  // The same function as long as no name changes, because the graph is laid out again otherwise.
  const known = JSON.stringify(
    shown.flatMap(({ address, chainId }, index) => {
      const name = nameOf(answers[index]);
      return name ? [[`${chainId} ${address}`, name]] : [];
    }),
  );
  return useMemo(() => {
    const found = new Map<string, ShownName>(JSON.parse(known));
    return (address, chainId, maxCharacters) => {
      const name = found.get(`${chainId} ${address}`);
      return name ? writeName(name, maxCharacters) : null;
    };
  }, [known]);
}

const contractsOf = ({ scopes }: CounterpartModel) =>
  scopes.flatMap(({ chainId, contract }) => (contract ? [{ chainId, address: contract }] : []));
