/** Parameters that exclude or need each other, as the API has it in `request/at-block.ts` and `/resolve`. */

const PAIRS: readonly (readonly [string, string])[] = [
  ['blockTag', 'atBlock'],
  ['blockTag', 'atTime'],
  ['blockTag', 'consistency'],
  ['atBlock', 'atTime'],
  ['atBlock', 'consistency'],
  ['atTime', 'consistency'],
  ['minBlock', 'atBlock'],
  ['minBlock', 'atTime'],
];
/** A check takes both wallets, `/resolve` one of them. */
const OF_RESOLVE: typeof PAIRS = [['to', 'from']];

/** Returns the parameters that must not be sent beside those that have a value, each with the reason. */
export function findExcluded(operation: string, filled: ReadonlySet<string>): ReadonlyMap<string, string> {
  const excluded = new Map<string, string>();
  const pairs = operation === 'resolve' ? [...PAIRS, ...OF_RESOLVE] : PAIRS;
  for (const [one, other] of pairs) {
    if (filled.has(one)) excluded.set(other, `Cannot be sent together with ${one}.`);
    else if (filled.has(other)) excluded.set(one, `Cannot be sent together with ${other}.`);
  }
  if (operation === 'resolve' && !filled.has('contract')) excluded.set('tokenId', 'Needs a contract.');
  return excluded;
}
