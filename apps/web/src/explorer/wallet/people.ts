/** The wallets on the other side, each with its delegations in both directions, on all chains and in both registries. */
import type { Registry } from '@mandate/sdk';
import type { GrantKind } from '../../words/grant-kinds.ts';
import type { Direction } from './explorer-search.ts';
import type { Row } from './rows.ts';

export interface Person {
  readonly address: string;
  /** Given ones first, and the broadest first. */
  readonly rows: readonly Row[];
}

export interface Facets {
  readonly chain?: number | undefined;
  readonly registry?: Registry | undefined;
  readonly kind?: GrantKind | undefined;
  readonly show?: Direction | undefined;
  /** Keeps only these. */
  readonly within?: ReadonlySet<unknown> | undefined;
}

export function filterByFacets(rows: readonly Row[], facets: Facets): readonly Row[] {
  const { chain, registry, kind, show, within } = facets;
  if (chain === undefined && !registry && !kind && !show && !within) return rows;
  return rows.filter(
    (row) =>
      (chain === undefined || row.chainId === chain) &&
      (!registry || row.registry === registry) &&
      (!kind || row.kind === kind) &&
      (!show || row.direction === show) &&
      (!within || within.has(row)),
  );
}

/**
 * Groups rows by the other wallet. Wallets that may act for the whole wallet come first, then others that may act
 * for it, then those with the most delegations. A wallet may always act for itself, so that comes last.
 */
export function groupByPerson(rows: readonly Row[]): readonly Person[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.counterpart);
    if (group) group.push(row);
    else groups.set(row.counterpart, [row]);
  }
  const ranked = [...groups].map(([address, ofPerson]) => {
    const isSorted = ofPerson.length === 1;
    return {
      address,
      rows: isSorted ? ofPerson : ofPerson.sort((a, b) => rankRow(a) - rankRow(b)),
      rank: ofPerson.reduce((rank, row) => Math.min(rank, rankRow(row)), Number.POSITIVE_INFINITY),
    };
  });
  return ranked.sort((a, b) => group(a.rank) - group(b.rank) || b.rows.length - a.rows.length);
}

const BREADTH: Readonly<Partial<Record<GrantKind, number>>> = { all: 0, contract: 2 };

function rankRow({ direction, kind, isLimited, isSelf }: Row): number {
  if (isSelf) return 20;
  return (direction === 'outgoing' ? 0 : 10) + (BREADTH[kind] ?? 4) + (isLimited ? 1 : 0);
}

/** Returns 0 for wallets that may act for the whole wallet, 1 for others that may act for it, 3 for itself, otherwise 2. */
const group = (rank: number) => [rank > 0, rank >= 10, rank >= 20].filter(Boolean).length;

/**
 * Returns a function that keeps the rows that contain every word. The order of the people stays the same, so that none
 * jumps while typing. Each letter more searches only what was found before, and each letter less nothing.
 */
export function createSearch(people: readonly Person[]): (q: string) => readonly Person[] {
  const known = new Map<string, readonly Person[]>([['', people]]);
  return (typed) => {
    const q = typed.trim().toLowerCase();
    const found = known.get(q);
    if (found) return found;
    let before = q.slice(0, -1);
    while (!known.has(before)) before = before.slice(0, -1);
    const kept = keepRows(known.get(before) ?? people, q.split(/\s+/));
    if (known.size > MAX_KNOWN_SEARCHES) {
      known.clear();
      known.set('', people);
    }
    known.set(q, kept);
    return kept;
  };
}

const MAX_KNOWN_SEARCHES = 50;

function keepRows(people: readonly Person[], words: readonly string[]): readonly Person[] {
  const matches = ({ text }: Row) => words.every((word) => text.includes(word));
  const found: Person[] = [];
  for (const person of people) {
    const rows = person.rows.filter(matches);
    if (rows.length === person.rows.length) found.push(person);
    else if (rows.length > 0) found.push({ address: person.address, rows });
  }
  return found;
}

export function countRows(people: readonly Person[]): number {
  return people.reduce((sum, { rows }) => sum + rows.length, 0);
}
