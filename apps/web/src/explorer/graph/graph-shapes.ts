/** The shapes that both layouts of the graph use. */
import { shorten } from '../../words/shorten.ts';
import type { Direction } from '../wallet/explorer-search.ts';
import { writeCount, writeNumber } from '../wallet/write-count.ts';
import type { CounterpartModel, SideModel } from './graph-model.ts';

export interface NodeShape {
  readonly key: string;
  readonly type: 'wallet' | 'scope' | 'self' | 'more';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly string[];
  readonly isUnsolicited?: boolean;
  /** The node links to this wallet. */
  readonly wallet?: string;
  /** The node links to the list. */
  readonly isMore?: boolean;
  /** The description for screen readers. */
  readonly label?: string;
}

export interface EdgeShape {
  readonly key: string;
  readonly path: string;
  /** The end that has the arrow. */
  readonly arrow?: 'start' | 'end';
  readonly isUnsolicited?: boolean;
}

interface LabelShape {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly text: string;
  readonly tone: 'full' | 'limited' | 'caption';
}

/** The shapes that a layout adds one by one. */
export interface Drawing {
  readonly nodes: NodeShape[];
  readonly edges: EdgeShape[];
  readonly labels: LabelShape[];
}

export interface GraphShapes extends Drawing {
  readonly width: number;
  readonly height: number;
}

export interface GraphModel {
  readonly wallet: string;
  /** Returns the name of a wallet that is shown, or null. */
  readonly nameOf: (address: string) => string | null;
  readonly outgoing: SideModel;
  readonly incoming: SideModel;
}

export const CAPTIONS: Readonly<Record<Direction, string>> = {
  outgoing: 'May act for this wallet',
  incoming: 'This wallet may act for',
};

function countGrants(grants: number): string {
  return writeCount(grants, 'delegation');
}

export function countMore({ moreWallets, moreGrants }: SideModel): string[] {
  const wallets = writeCount(moreWallets, 'more wallet');
  return [`and ${wallets}`, countGrants(moreGrants)];
}

export function linesOf(counterpart: CounterpartModel, nameOf: GraphModel['nameOf']): string[] {
  const { address, grants, isSelf, isUnsolicited } = counterpart;
  const name = nameOf(address);
  if (name) return [name, `${shorten(address)} · ${writeNumber(grants)}`];
  const mark = isSelf ? ' · itself' : '';
  return [shorten(address), `${countGrants(grants)}${isUnsolicited ? ' · unsolicited?' : mark}`];
}

/** Describes everything the graph shows about a wallet in one sentence. */
export function labelOf(counterpart: CounterpartModel, direction: Direction): string {
  const { address, scopes, moreGrants, isUnsolicited } = counterpart;
  const verb = direction === 'outgoing' ? 'may act for this wallet' : 'lets this wallet act for it';
  const things = scopes.map(({ title, subtitle, rights }) => `${title} ${subtitle}, ${rights}`);
  if (moreGrants > 0) things.push(`and ${moreGrants} more`);
  return `${address} ${verb}${isUnsolicited ? ', unsolicited' : ''}: ${things.join('; ')}`;
}
