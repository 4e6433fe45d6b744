/** Mistakes of clients: a wrong name or value, one parameter too few or too many. */
import { integer, pick, type Random } from '@mandate/contracts';
import { NEAR_MISSES, REFUSED_VALUES } from '../refused-values.ts';
import type { Asked, Pairs } from './queries.ts';

const [FIRST_MISSPELLED, ...MISSPELLED] = Object.values(NEAR_MISSES).flat();
const OTHER_NAMES = [FIRST_MISSPELLED ?? '', ...MISSPELLED, 'foo', '__proto__', 'to[]', 'wallet'] as const;
const WRONG_VALUES = ['\0', ...REFUSED_VALUES, '💥', 'é', 'true', 'null', '1,2', 'v3', 'all'] as const;
const ADDRESSES = [
  '0x00000000000000000000000000000000000000aa',
  '0xAaAA00000000000000000000000000000000000A',
] as const;

type Mistake = (random: Random, query: Pairs, at: number) => Pairs;

const MISTAKES: readonly [Mistake, ...Mistake[]] = [
  // One too few.
  (_, query, at) => query.filter((_, i) => i !== at),
  // One twice, with the same value or another.
  (random, query, at) => {
    const again = query[at];
    return again ? [...query, [again[0], pick(random, [again[1], ...WRONG_VALUES])]] : query;
  },
  (random, query, at) => replace(query, at, ([name]) => [name, pick(random, WRONG_VALUES)]),
  (random, query, at) => replace(query, at, ([name, value]) => [misspell(random, name), value]),
  (random, query) => [...query, [pick(random, OTHER_NAMES), pick(random, ['1', ...WRONG_VALUES])]],
  // The same under another name, with another value.
  (random, query) => [...query, [pick(random, ['to', 'from', 'vault', 'delegate']), pick(random, ADDRESSES)]],
];

export function spoil(random: Random, { path, query }: Asked): Asked {
  const at = integer(random, 0, Math.max(0, query.length - 1));
  return { path, query: pick(random, MISTAKES)(random, query, at) };
}

function replace(query: Pairs, at: number, change: (pair: Pairs[number]) => Pairs[number]): Pairs {
  return query.map((pair, i) => (i === at ? change(pair) : pair));
}

/** One letter gone, doubled, or in another case. */
function misspell(random: Random, name: string): string {
  const at = integer(random, 0, name.length - 1);
  const letter = name[at] ?? '';
  const other = pick(random, ['', letter + letter, letter.toUpperCase(), `_${letter}`]);
  return name.slice(0, at) + other + name.slice(at + 1);
}
