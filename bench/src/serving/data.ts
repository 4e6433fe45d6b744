/** A ledger with data for every measured question, and the position of each kind of row. */
import { createLedger, type Ledger } from '../ledger.ts';

/**
 * Each pair takes the next of these and has nothing else. Grants that satisfy the same question are adjacent:
 * a question about a token is satisfied by a grant of the token, of its contract or of the whole wallet.
 */
const MIX = [
  { registry: 2, kind: 4 },
  { registry: 2, kind: 1 },
  { registry: 2, kind: 2 },
  { registry: 2, kind: 5 },
  { registry: 2, kind: 6 },
  { registry: 1, kind: 1 },
  { registry: 1, kind: 2 },
  { registry: 1, kind: 3 },
] as const;

/** The first and last position of the grants that satisfy a question. */
export type Places = readonly [first: number, last: number];
export const SATISFYING = {
  all: [1, 1],
  erc721: [0, 2],
  erc20: [1, 3],
  v1Token: [5, 7],
  /** The grants in v2's list. */
  v2: [0, 4],
} as const satisfies Record<string, Places>;
export const MIX_LENGTH = MIX.length;
/** The position of the grant with an amount among those that satisfy a question about an ERC-20. */
export const ERC20_PLACE = 3;

/** Scatters pairs: neighbours in the table are far apart in an index, as with real addresses. */
const [STEP, RANGE] = [2_654_435_761n, 2n ** 32n];
export const scatter = (n: number) => Number((BigInt(n) * STEP) % RANGE);
/** Writes the same formula for SQL and pgbench. */
export const scatterSql = (n: string) => `((${n}) * ${STEP} % ${RANGE})`;

/** The grants of wallets with many rows: every kind in turn, or always the whole wallet. */
const GRANTED = { mixed: [4, 1, 2, 5, 6], whole: [1] } as const;

/**
 * Wallets with this many incoming grants, in addition to the pairs. Their numbers are above those of all
 * pairs.
 */
export const VAULTS = { rows: 10, wallets: 200, granted: GRANTED.whole } as const;
export const LONG_LISTS = [
  { rows: 100, wallets: 20, granted: GRANTED.mixed },
  { rows: 10_000, wallets: 2, granted: GRANTED.mixed },
] as const;
const LISTS = [VAULTS, ...LONG_LISTS];
const LISTED = LISTS.reduce((sum, { rows, wallets }) => sum + rows * wallets, 0);
/** Returns the number of the ith wallet with this many rows, counted from 0. */
export const listedWallet = (rows: number, i: number) => Number(BigInt(rows) * RANGE) + i;
/** The wallets that granted to them, none of which belongs to a pair. */
const FIRST_GRANTER = 2n ** 50n;

/** All other rows are pairs. */
export const countPairs = (rows: number) => rows - LISTED;
export const MIN_ROWS = 2 * LISTED;

export const address = (side: 'aa' | 'bb' | 'cc', number: number) =>
  `0x${side}${number.toString(16).padStart(38, '0')}`;

const pairs = (count: number) => `
  select n + 1 as since, registry, kind, w as "from", w as "to", w as thing
  from generate_series(0, ${count} - 1::bigint) n,
    lateral (select ${scatterSql('n')} as w,
      (array[${MIX.map(({ registry }) => registry).join(', ')}])[1 + n % ${MIX_LENGTH}] as registry,
      (array[${MIX.map(({ kind }) => kind).join(', ')}])[1 + n % ${MIX_LENGTH}] as kind) m`;

const lists = LISTS.map(
  ({ rows, wallets, granted }) => `
  select n + 1, 2, (array[${granted.join(', ')}])[1 + n % ${granted.length}], ${FIRST_GRANTER} + n,
    ${listedWallet(rows, 0)} + n % ${wallets}, n
  from generate_series(0, ${rows * wallets} - 1::bigint) n`,
);

export function createServedLedger(rows: number, keep: boolean): Promise<Ledger> {
  if (rows < MIN_ROWS) throw new RangeError(`A ledger of lists has at least ${MIN_ROWS} rows.`);
  const all = [pairs(countPairs(rows)), ...lists].join(' union all ');
  return createLedger({
    rows,
    keep,
    select: `select 1 as chain_id, registry, kind, "from", "to", thing, '' as rights, since, null::bigint as until
      from (${all}) r`,
  });
}
