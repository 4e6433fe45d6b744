/** The shapes that both layouts of the graph use. */
import { shorten, writeCount, writeNumber } from '@mandate/sdk/words';
import type { Direction } from '../wallet/explorer-search.ts';
import { type CounterpartModel, clip, type ScopeModel, type SideModel } from './graph-model.ts';

export interface NodeShape {
  readonly key: string;
  readonly type: 'wallet' | 'scope' | 'self' | 'more';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly string[];
  readonly isUnsolicited?: boolean;
  /** The whole address of what the node names. */
  readonly tip?: string | undefined;
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

/** Returns the name of a wallet or a contract that is shown, or null. */
export type NameInGraph = (address: string, chainId: number, maxCharacters: number) => string | null;

export interface GraphModel {
  readonly wallet: string;
  readonly nameOf: NameInGraph;
  readonly outgoing: SideModel;
  readonly incoming: SideModel;
}

const MAX_NAME = 20;
const MIN_NAME = 8;
const MAX_SUBTITLE = 25;
const QUOTES_AND_SPACE = 3;

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

export function linesOf(counterpart: CounterpartModel, nameOf: NameInGraph): string[] {
  const { address, chainId, grants, isSelf, isUnsolicited } = counterpart;
  const name = nameOf(address, chainId, MAX_NAME);
  if (name) return [name, `${shorten(address)} · ${writeNumber(grants)}`];
  const mark = isSelf ? ' · itself' : '';
  return [shorten(address), `${countGrants(grants)}${isUnsolicited ? ' · unsolicited?' : mark}`];
}

/** Returns what stands below the title of a scope: its contract and its chains. */
export function subtitleOf({ contract, chainId, where }: ScopeModel, nameOf: NameInGraph): string {
  if (!contract) return clip(where, MAX_SUBTITLE);
  const room = Math.max(MIN_NAME, MAX_SUBTITLE - where.length - QUOTES_AND_SPACE);
  return clip(`${nameOf(contract, chainId, room) ?? shorten(contract)} ${where}`, MAX_SUBTITLE);
}

/** Describes everything the graph shows about a wallet in one sentence. */
export function labelOf(counterpart: CounterpartModel, direction: Direction, nameOf: NameInGraph): string {
  const { address, scopes, moreGrants, isUnsolicited } = counterpart;
  const verb = direction === 'outgoing' ? 'may act for this wallet' : 'lets this wallet act for it';
  const things = scopes.map((scope) => `${scope.title} ${subtitleOf(scope, nameOf)}, ${scope.rights}`);
  if (moreGrants > 0) things.push(`and ${moreGrants} more`);
  return `${address} ${verb}${isUnsolicited ? ', unsolicited' : ''}: ${things.join('; ')}`;
}
