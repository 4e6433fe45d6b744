/** For tests: a storage trie of a million entries that proves any of them, without keeping all its nodes. */
import { loadKeccak } from '@mandate/fold';
import { fromRlp, type Hex, toRlp } from 'viem';

/** The references of nodes up to this depth are kept. Deeper parts of the trie are small and computed again. */
const KEPT_DEPTH = 5;
const MIN_HASHED_BYTES = 32;
const NIBBLES = '0123456789abcdef';

type Keccak = Awaited<ReturnType<typeof loadKeccak>>;
/** A node as its parent has it: its hash, or the node itself if it is shorter than a hash. */
type Ref = Hex | readonly Ref[];

interface Span {
  readonly first: number;
  readonly end: number;
  readonly depth: number;
}

/** A node on the way to a slot. */
interface Visit {
  readonly node: Hex;
  /** Null: it has one child, or is an entry. */
  readonly children: readonly Span[] | null;
  /** The depth that its path reaches. */
  readonly depth: number;
}

export interface StorageTrie {
  readonly root: Hex;
  /** Returns the nodes on the way to a slot. */
  prove(slot: Hex): Hex[];
}

/** `words` are the entries that are not zero, by slot. */
export async function createStorageTrie(words: ReadonlyMap<Hex, bigint>): Promise<StorageTrie> {
  const keccak: Keccak = await loadKeccak();
  const entries = [...words]
    .filter(([, value]) => value !== 0n)
    .map(([slot, value]) => ({ key: keccak(slot).slice(2), value: toRlp(toBytes(value)) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const keyAt = (index: number) => entries[index]?.key ?? '';
  const placeOf = ({ first, depth }: Span) => `${keyAt(first).slice(0, depth)}:${depth}`;
  const kept = new Map<string, Ref>();
  const visited = new Map<string, Visit>();

  function refOf(span: Span): Ref {
    if (span.first === span.end) return '0x';
    const place = placeOf(span);
    const known = kept.get(place);
    if (known) return known;
    const { fields } = nodeOf(span);
    const node = encode(fields);
    const ref = isHashed(node) ? keccak(node) : (fromRlp(node) as Ref);
    if (span.depth <= KEPT_DEPTH) kept.set(place, ref);
    return ref;
  }

  /** Returns the node of all entries of a span, and the depth that it reaches. */
  function nodeOf(span: Span): { readonly fields: Ref[]; readonly depth: number } {
    const { first, end, depth } = span;
    const [low, high] = [keyAt(first), keyAt(end - 1)];
    if (end - first === 1)
      return { fields: [compact(low.slice(depth), true), entries[first]?.value ?? '0x'], depth: low.length };
    let shared = depth;
    while (low[shared] === high[shared]) shared++;
    if (shared === depth) return { fields: [...childrenOf(span).map(refOf), '0x'], depth: depth + 1 };
    const path = compact(low.slice(depth, shared), false);
    return { fields: [path, refOf({ first, end, depth: shared })], depth: shared };
  }

  function childrenOf({ first, end, depth }: Span): Span[] {
    let next = first;
    return [...NIBBLES].map((nibble) => {
      const start = next;
      next = findEnd(start, end, depth, nibble);
      return { first: start, end: next, depth: depth + 1 };
    });
  }

  /** Finds the end of the entries from `first` on that have this nibble at a depth. */
  function findEnd(first: number, end: number, depth: number, nibble: string): number {
    let [low, high] = [first, end];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((keyAt(middle)[depth] ?? '') <= nibble) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Encodes a node and finds what is below it. The upper part of the trie is on the way to every slot, and is kept. */
  function visit(span: Span): Visit {
    const place = placeOf(span);
    const known = visited.get(place);
    if (known) return known;
    const { fields, depth } = nodeOf(span);
    const children = fields.length === NIBBLES.length + 1 ? childrenOf(span) : null;
    const seen = { node: encode(fields), children, depth };
    if (span.depth < KEPT_DEPTH) visited.set(place, seen);
    return seen;
  }

  /** Returns the entries below a node on the way to a key. Null: the way ends here. */
  function findNext(span: Span, { children, depth }: Visit, key: string): Span | null {
    if (children) return children[NIBBLES.indexOf(key[span.depth] ?? '')] ?? null;
    const leads = depth < key.length && keyAt(span.first).slice(0, depth) === key.slice(0, depth);
    return leads ? { ...span, depth } : null;
  }

  const all = { first: 0, end: entries.length, depth: 0 };
  return {
    root: keccak(encode(nodeOf(all).fields)),
    prove(slot) {
      const key = keccak(slot).slice(2);
      const nodes: Hex[] = [];
      let span: Span | null = all;
      while (span && span.end > span.first) {
        const seen = visit(span);
        // A short node is inside its parent.
        if (nodes.length === 0 || isHashed(seen.node)) nodes.push(seen.node);
        span = findNext(span, seen, key);
      }
      return nodes;
    },
  };
}

const encode = (fields: Ref[]): Hex => toRlp(fields as readonly Hex[] as never);
const isHashed = (node: Hex) => (node.length - 2) / 2 >= MIN_HASHED_BYTES;

/** Encodes a path: an odd number of nibbles, and whether it ends at an entry, are in its first nibble. */
function compact(nibbles: string, isLeaf: boolean): Hex {
  const isOdd = nibbles.length % 2 === 1;
  const flag = (isLeaf ? 2 : 0) + (isOdd ? 1 : 0);
  return `0x${flag}${isOdd ? '' : '0'}${nibbles}`;
}

function toBytes(value: bigint): Hex {
  const digits = value.toString(16);
  return `0x${digits.length % 2 === 1 ? '0' : ''}${digits}`;
}
