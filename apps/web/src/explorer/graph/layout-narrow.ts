/** The layout for narrow screens: everything in one column, along a rail through the wallet. */
import { shorten, writeNumber } from '@mandate/sdk/words';
import type { Direction } from '../wallet/explorer-search.ts';
import type { CounterpartModel, Room, SideModel } from './graph-model.ts';
import {
  CAPTIONS,
  countMore,
  type Drawing,
  type GraphModel,
  type GraphShapes,
  labelOf,
  linesOf,
  type NodeShape,
  subtitleOf,
} from './graph-shapes.ts';

/** Few, so that the tables are not far below. */
export const NARROW_ROOM: Room = { wallets: 3, rows: 6 };

const RAIL = 9;
const NODE_X = 30;
const TWIG = 44;
const LEAF_X = 64;
const WALLET_HEIGHT = 46;
const SELF_HEIGHT = 58;
const LEAF_HEIGHT = 42;
const GAP = 12;
const MAX_WIDTH_PX = 560;

interface Pen extends Drawing, Pick<GraphModel, 'nameOf'> {
  readonly width: number;
  y: number;
}

export function layOutNarrow(model: GraphModel, available: number): GraphShapes {
  const width = Math.min(available, MAX_WIDTH_PX);
  const pen: Pen = { nodes: [], edges: [], labels: [], width, y: 14, nameOf: model.nameOf };
  const first = drawSide(pen, 'outgoing', model.outgoing)[0];
  const selfTop = pen.y;
  pen.nodes.push({
    key: 'self',
    type: 'self',
    x: 0,
    y: pen.y,
    width: pen.width,
    height: SELF_HEIGHT,
    lines: ['This wallet', shorten(model.wallet)],
  });
  if (first !== undefined) {
    pen.edges.push({ key: 'rail out', path: `M${RAIL} ${first}V${selfTop - 3}`, arrow: 'end' });
  }
  pen.y += SELF_HEIGHT + 30;
  const last = drawSide(pen, 'incoming', model.incoming).at(-1);
  if (last !== undefined) {
    pen.edges.push({ key: 'rail in', path: `M${RAIL} ${selfTop + SELF_HEIGHT}V${last}` });
  }
  const { nodes, edges, labels, y } = pen;
  return { width, height: y, nodes, edges, labels };
}

/** Returns where the wallets attach to the rail. */
function drawSide(pen: Pen, direction: Direction, model: SideModel): number[] {
  const isEmpty = model.counterparts.length === 0;
  const caption = isEmpty ? `${CAPTIONS[direction]}: nobody` : CAPTIONS[direction];
  pen.labels.push({
    key: `${direction} caption`,
    x: NODE_X,
    y: pen.y,
    anchor: 'start',
    text: caption,
    tone: 'caption',
  });
  pen.y += 14;
  const hooks = model.counterparts.map((counterpart) => drawCounterpart(pen, direction, counterpart));
  if (model.moreWallets > 0) {
    const lines = countMore(model);
    hooks.push(
      hang(pen, direction, {
        key: `${direction} more`,
        type: 'more',
        lines,
        isMore: true,
        label: `${lines.join(', ')}: go to the list`,
      }),
    );
    pen.y += GAP;
  }
  return hooks;
}

function drawCounterpart(pen: Pen, direction: Direction, model: CounterpartModel): number {
  const { address, isUnsolicited, scopes, moreGrants } = model;
  const hook = hang(pen, direction, {
    key: `${direction} ${address}`,
    type: 'wallet',
    lines: linesOf(model, pen.nameOf),
    isUnsolicited,
    wallet: address,
    tip: address,
    label: labelOf(model, direction, pen.nameOf),
  });
  const top = pen.y;
  let bottom = top;
  for (const scope of scopes) {
    const { key, title, contract, rights, isLimited } = scope;
    bottom = pen.y + LEAF_HEIGHT / 2;
    const id = `${direction} ${address} ${key}`;
    pen.edges.push({ key: id, path: `M${TWIG} ${bottom}H${LEAF_X - 6}`, isUnsolicited });
    pen.nodes.push({
      key: id,
      type: 'scope',
      x: LEAF_X,
      y: pen.y + 3,
      height: LEAF_HEIGHT - 6,
      isUnsolicited,
      width: pen.width - LEAF_X,
      lines: [title, subtitleOf(scope, pen.nameOf)],
      tip: contract ?? undefined,
    });
    pen.labels.push({
      key: id,
      x: pen.width - 10,
      y: bottom + 4,
      anchor: 'end',
      text: rights,
      tone: isLimited ? 'limited' : 'full',
    });
    pen.y += LEAF_HEIGHT;
  }
  if (moreGrants > 0) {
    bottom = pen.y + 14;
    const id = `${direction} ${address} more`;
    pen.edges.push({ key: id, path: `M${TWIG} ${bottom}H${LEAF_X - 6}`, isUnsolicited });
    pen.labels.push({
      key: id,
      x: LEAF_X,
      y: bottom + 4,
      anchor: 'start',
      tone: 'limited',
      text: `and ${writeNumber(moreGrants)} more`,
    });
    pen.y += 28;
  }
  pen.edges.push({
    key: `${direction} ${address} twig`,
    path: `M${TWIG} ${top}V${bottom}`,
    isUnsolicited,
  });
  pen.y += GAP;
  return hook;
}

/** Adds a wallet to the rail and returns the height at which it attaches. */
function hang(pen: Pen, direction: Direction, node: Omit<NodeShape, 'x' | 'y' | 'width' | 'height'>): number {
  const y = pen.y + WALLET_HEIGHT / 2;
  const { isUnsolicited = false } = node;
  const box = { x: NODE_X, y: pen.y, width: pen.width - NODE_X, height: WALLET_HEIGHT };
  pen.nodes.push({ ...node, ...box });
  pen.edges.push({
    key: `${node.key} hook`,
    path: `M${RAIL} ${y}H${NODE_X - 3}`,
    isUnsolicited,
    ...(direction === 'incoming' && { arrow: 'end' }),
  });
  pen.y += WALLET_HEIGHT;
  return y;
}
