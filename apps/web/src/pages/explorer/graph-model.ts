/** Selects what the graph shows per direction: a few wallets with a few scopes each, and the number of others. */
import { findKind } from '../../components/grant-kinds.ts';
import { KIND_WORDS } from '../../components/grant-words.ts';
import { shorten } from '../../components/shorten.ts';
import type { Grant } from './grants.ts';

interface ScopeModel {
  readonly key: string;
  readonly title: string;
  /** The contract, if the scope is limited to one. */
  readonly subtitle: string;
  readonly rights: string;
  readonly isLimited: boolean;
  readonly grants: number;
}

export interface CounterpartModel {
  readonly address: string;
  readonly grants: number;
  readonly isSelf: boolean;
  readonly isUnsolicited: boolean;
  readonly scopes: readonly ScopeModel[];
  /** Grants outside the scopes shown. */
  readonly moreGrants: number;
}

export interface SideModel {
  readonly counterparts: readonly CounterpartModel[];
  readonly moreWallets: number;
  readonly moreGrants: number;
}

const MAX_SCOPES = 3;
const MAX_DIGITS = 12;

/** The number of wallets and rows that fit. */
export interface Room {
  readonly wallets: number;
  readonly rows: number;
}

export function summarise(grants: readonly Grant[], room: Room): SideModel {
  const wallets = [...groupBy(grants, ({ counterpart }) => counterpart.toLowerCase()).values()];
  // The broadest first: the whole wallet, then the most grants.
  wallets.sort((a, b) => breadth(b) - breadth(a) || b.length - a.length);
  const counterparts: CounterpartModel[] = [];
  let rows = 0;
  let drawn = 0;
  for (const ofWallet of wallets) {
    const counterpart = describeCounterpart(ofWallet);
    const needs = counterpart.scopes.length + (counterpart.moreGrants > 0 ? 1 : 0);
    if (counterparts.length === room.wallets || (rows > 0 && rows + needs > room.rows)) break;
    counterparts.push(counterpart);
    rows += needs;
    drawn += ofWallet.length;
  }
  return {
    counterparts,
    moreWallets: wallets.length - counterparts.length,
    moreGrants: grants.length - drawn,
  };
}

function breadth(grants: readonly Grant[]): number {
  return grants.some(({ kind, isLimited }) => kind === 'all' && !isLimited) ? 1 : 0;
}

function describeCounterpart(grants: readonly Grant[]): CounterpartModel {
  const groups = groupBy(grants, ({ kind, contract, rightsText }) => `${kind} ${contract} ${rightsText}`);
  const scopes = [...groups].map(([key, ofScope]) => describeScope(key, ofScope));
  scopes.sort((a, b) => Number(b.subtitle === '') - Number(a.subtitle === '') || b.grants - a.grants);
  // Shows one more instead of "1 more", which needs the same space.
  const shown = scopes.length <= MAX_SCOPES + 1 ? scopes : scopes.slice(0, MAX_SCOPES);
  const [first] = grants;
  return {
    address: first?.counterpart ?? '',
    grants: grants.length,
    isSelf: first?.isSelf ?? false,
    isUnsolicited: first?.isUnsolicited ?? false,
    scopes: shown,
    moreGrants: grants.length - shown.reduce((sum, scope) => sum + scope.grants, 0),
  };
}

function describeScope(key: string, grants: readonly Grant[]): ScopeModel {
  const [first] = grants;
  if (!first) throw new RangeError('A group has at least one grant.');
  const { kind, contract, tokenId, rightsShort, isLimited } = first;
  const of = contract ? `of ${shorten(contract)}` : '';
  const tokenType = findKind('v2', kind)?.tokenType;
  const standard = tokenType && tokenId !== null ? `${tokenType} ${of}` : of;
  return {
    key,
    rights: clip(rightsShort),
    isLimited,
    grants: grants.length,
    title: grants.length > 1 ? `${grants.length.toLocaleString('en')} tokens` : titleOf(first),
    subtitle: standard,
  };
}

function titleOf({ kind, tokenId }: Grant): string {
  if (tokenId === null) return KIND_WORDS[kind].name;
  const digits = tokenId.toString();
  return `Token #${digits.length > MAX_DIGITS ? shorten(digits, 5) : digits}`;
}

/** Names of rights have up to 32 letters. */
function clip(text: string): string {
  return text.length > 18 ? `${text.slice(0, 16)}…` : text;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
