/** Selects what the graph shows per direction: a few wallets with a few scopes each, and the number of others. */
import { KIND_WORDS, shorten, writeNumber } from '@mandate/sdk/words';
import { groupByPerson } from '../wallet/people.ts';
import type { NameOfChain, Row } from '../wallet/rows.ts';

export interface ScopeModel {
  readonly key: string;
  readonly title: string;
  /** A chain that it is used on. */
  readonly chainId: number;
  /** The contract, if the scope is limited to one. */
  readonly contract: string | null;
  /** The chains, e.g. "on Base". */
  readonly where: string;
  readonly isWhole: boolean;
  readonly rights: string;
  readonly isLimited: boolean;
  readonly grants: number;
}

export interface CounterpartModel {
  readonly address: string;
  /** A chain that it is used on. */
  readonly chainId: number;
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

export interface Summarised {
  readonly rows: readonly Row[];
  /** The rows to mark as unsolicited. */
  readonly unsolicited: ReadonlySet<unknown>;
  readonly nameOfChain: NameOfChain;
}

/** Keeps the people that come first in the list, which are the most important ones. */
export function summarise({ rows, ...about }: Summarised, room: Room): SideModel {
  const people = groupByPerson(rows);
  const counterparts: CounterpartModel[] = [];
  let lines = 0;
  let drawn = 0;
  for (const person of people) {
    const counterpart = describeCounterpart(person.rows, about);
    const needs = counterpart.scopes.length + (counterpart.moreGrants > 0 ? 1 : 0);
    if (counterparts.length === room.wallets || (lines > 0 && lines + needs > room.rows)) break;
    counterparts.push(counterpart);
    lines += needs;
    drawn += person.rows.length;
  }
  return {
    counterparts,
    moreWallets: people.length - counterparts.length,
    moreGrants: rows.length - drawn,
  };
}

type About = Omit<Summarised, 'rows'>;

function describeCounterpart(rows: readonly Row[], { unsolicited, nameOfChain }: About): CounterpartModel {
  const groups = groupBy(rows, keyOfScope);
  const scopes = [...groups].map(([key, ofScope]) => describeScope(key, ofScope, nameOfChain));
  scopes.sort((a, b) => Number(b.isWhole) - Number(a.isWhole) || b.grants - a.grants);
  // Shows one more instead of "1 more", which needs the same space.
  const shown = scopes.length <= MAX_SCOPES + 1 ? scopes : scopes.slice(0, MAX_SCOPES);
  const [first] = rows;
  return {
    address: first?.counterpart ?? '',
    chainId: first?.chainId ?? 1,
    grants: rows.length,
    isSelf: first?.isSelf ?? false,
    isUnsolicited: rows.some((row) => unsolicited.has(row)),
    scopes: shown,
    moreGrants: rows.length - shown.reduce((sum, scope) => sum + scope.grants, 0),
  };
}

/** A whole wallet is one scope on all chains. The same address can be another contract on each. */
function keyOfScope({ kind, contract, chainId, rightsText }: Row): string {
  return kind === 'all' ? `${kind} ${rightsText}` : `${kind} ${chainId} ${contract} ${rightsText}`;
}

function describeScope(key: string, rows: readonly Row[], nameOfChain: NameOfChain): ScopeModel {
  const [first] = rows;
  if (!first) throw new RangeError('A group has at least one row.');
  const { chainId, contract, rightsShort, isLimited, kind } = first;
  const chains = [...new Set(rows.map(({ chainId }) => nameOfChain(chainId)))];
  return {
    key,
    chainId,
    contract,
    where: chains.length > 2 ? `on ${chains.length} chains` : `on ${chains.join(', ')}`,
    rights: clip(rightsShort),
    isLimited,
    isWhole: kind === 'all',
    grants: rows.length,
    title: rows.length > 1 && contract ? `${writeNumber(rows.length)} tokens` : titleOf(first),
  };
}

function titleOf({ kind, tokenId }: Row): string {
  if (tokenId === null) return KIND_WORDS[kind].name;
  const digits = tokenId.toString();
  return `Token #${digits.length > MAX_DIGITS ? shorten(digits, 5) : digits}`;
}

/** Names of rights and chains can be longer than the graph has room for. */
export function clip(text: string, length = 18): string {
  return text.length > length ? `${text.slice(0, length - 2)}…` : text;
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
