/**
 * The layout for wide screens: wallets that may act on the left, wallets acted for on the right. Arrows
 * always point right.
 */
import { shorten, writeNumber } from '@mandate/sdk/words';
import type { Direction } from '../wallet/explorer-search.ts';
import type { CounterpartModel, Room, SideModel } from './graph-model.ts';
import {
  CAPTIONS,
  countMore,
  type Drawing,
  type EdgeShape,
  type GraphModel,
  type GraphShapes,
  labelOf,
  linesOf,
  subtitleOf,
} from './graph-shapes.ts';

export const MIN_WIDE_PX = 1_160;
export const WIDE_ROOM: Room = { wallets: 5, rows: 9 };

const WALLET = { width: 186, height: 46 };
const SCOPE = { width: 184, height: 40 };
const SELF = { width: 168, height: 64 };
const ROW = 52;
const GAP = 14;
const TOP = 40;
const MIN_HEIGHT_PX = 120;
/** The distance from the wallet in the middle to its neighbours. */
const TO_SCOPE = 72;
const BEND = 56;

export function layOutWide(model: GraphModel, width: number): GraphShapes {
  const sides = (['outgoing', 'incoming'] as const).map((direction) => ({
    direction,
    height: heightOf(model[direction]),
  }));
  const inner = Math.max(MIN_HEIGHT_PX, ...sides.map(({ height }) => height));
  const middle = TOP + inner / 2;
  const shapes: Drawing = { nodes: [], edges: [], labels: [] };
  for (const { direction, height } of sides) {
    const top = middle - height / 2;
    drawSide({ ...shapes, direction, width, middle, top, nameOf: model.nameOf }, model[direction]);
  }
  shapes.nodes.push({
    key: 'self',
    type: 'self',
    ...SELF,
    x: (width - SELF.width) / 2,
    y: middle - SELF.height / 2,
    lines: ['This wallet', shorten(model.wallet)],
  });
  return { width, height: TOP + inner + 12, ...shapes };
}

const rowsOf = ({ scopes, moreGrants }: CounterpartModel) => scopes.length + (moreGrants > 0 ? 1 : 0);

function heightOf({ counterparts, moreWallets }: SideModel): number {
  const blocks = counterparts.map((counterpart) => rowsOf(counterpart) * ROW);
  if (moreWallets > 0) blocks.push(ROW);
  return blocks.reduce((sum, block) => sum + block + GAP, -GAP);
}

interface Side extends Drawing, Pick<GraphModel, 'nameOf'> {
  readonly direction: Direction;
  readonly width: number;
  readonly middle: number;
  readonly top: number;
}

function drawSide(side: Side, model: SideModel): void {
  const { direction, labels, width } = side;
  const isLeft = direction === 'outgoing';
  labels.push({
    key: `${direction} caption`,
    x: isLeft ? 0 : width,
    y: 16,
    anchor: isLeft ? 'start' : 'end',
    text: CAPTIONS[direction],
    tone: 'caption',
  });
  if (model.counterparts.length === 0) {
    labels.push({
      key: `${direction} nobody`,
      x: isLeft ? 0 : width,
      y: 36,
      anchor: isLeft ? 'start' : 'end',
      text: 'nobody',
      tone: 'limited',
    });
  }
  let y = side.top;
  for (const counterpart of model.counterparts) {
    drawCounterpart(side, counterpart, y);
    y += rowsOf(counterpart) * ROW + GAP;
  }
  if (model.moreWallets > 0) drawMoreWallets(side, model, y);
}

function drawCounterpart(
  { nodes, edges, labels, ...side }: Side,
  model: CounterpartModel,
  top: number,
): void {
  const { direction, middle } = side;
  const { address, isUnsolicited, scopes, moreGrants } = model;
  const { outer, scopeX, joint, toward } = columns(side);
  const rows = rowsOf(model);
  const y = top + (rows * ROW) / 2;
  nodes.push({
    key: `${direction} ${address}`,
    type: 'wallet',
    ...WALLET,
    x: outer,
    y: y - WALLET.height / 2,
    lines: linesOf(model, side.nameOf),
    isUnsolicited,
    wallet: address,
    tip: address,
    label: labelOf(model, direction, side.nameOf),
  });
  const leaves = [
    ...scopes.map((scope) => ({ ...scope, lines: [scope.title, subtitleOf(scope, side.nameOf)] })),
    ...(moreGrants > 0
      ? [
          {
            ...{ key: 'more', rights: '', isLimited: true, contract: null },
            lines: [`and ${writeNumber(moreGrants)} more`],
          },
        ]
      : []),
  ];
  leaves.forEach((leaf, i) => {
    const key = `${direction} ${address} ${leaf.key}`;
    const leafY = top + (i + 0.5) * ROW;
    nodes.push({
      key,
      type: leaf.key === 'more' ? 'more' : 'scope',
      ...SCOPE,
      x: scopeX,
      y: leafY - SCOPE.height / 2,
      lines: leaf.lines,
      tip: leaf.contract ?? undefined,
      isUnsolicited,
    });
    const from = outer + (toward > 0 ? WALLET.width : 0);
    const to = scopeX + (toward > 0 ? 0 : SCOPE.width);
    edges.push({
      ...edge(`${key} a`, [from, y], [to, leafY], toward),
      isUnsolicited,
      ...(toward < 0 && { arrow: 'start' }),
    });
    const inner = scopeX + (toward > 0 ? SCOPE.width : 0);
    edges.push({
      ...edge(`${key} b`, [joint, middle], [inner, leafY], -toward),
      isUnsolicited,
      ...(toward > 0 && { arrow: 'start' }),
    });
    labels.push({
      key,
      x: to - toward * 10,
      y: leafY - 6,
      anchor: toward > 0 ? 'end' : 'start',
      text: leaf.rights,
      tone: leaf.isLimited ? 'limited' : 'full',
    });
  });
}

function drawMoreWallets({ nodes, edges, ...side }: Side, model: SideModel, top: number): void {
  const { direction, middle } = side;
  const { outer, joint, toward } = columns(side);
  const y = top + ROW / 2;
  const lines = countMore(model);
  nodes.push({
    key: `${direction} more`,
    type: 'more',
    ...WALLET,
    x: outer,
    y: y - WALLET.height / 2,
    lines,
    isMore: true,
    label: `${lines.join(', ')}: go to the list`,
  });
  const from = outer + (toward > 0 ? WALLET.width : 0);
  edges.push({ ...edge(`${direction} more`, [joint, middle], [from, y], -toward) });
}

/** Returns the columns of a side; `toward` is 1 when the wallet in the middle is to the right. */
function columns({ direction, width }: Pick<Side, 'direction' | 'width'>) {
  const isLeft = direction === 'outgoing';
  const half = width / 2 - SELF.width / 2;
  const scopeX = isLeft ? half - TO_SCOPE - SCOPE.width : width - half + TO_SCOPE;
  return {
    outer: isLeft ? 0 : width - WALLET.width,
    scopeX,
    joint: isLeft ? half : width - half,
    toward: isLeft ? 1 : -1,
  };
}

type Point = readonly [x: number, y: number];

/** Bends at its start and then runs straight, so that a label fits on the line. */
function edge(key: string, [x1, y1]: Point, [x2, y2]: Point, toward: number): EdgeShape {
  const bend = Math.min(BEND, Math.abs(x2 - x1)) * toward;
  const path = `M${x1} ${y1}C${x1 + bend * 0.7} ${y1} ${x1 + bend * 0.3} ${y2} ${x1 + bend} ${y2}H${x2}`;
  return { key, path };
}
