/** The rules of a key: what it is for, and how many requests it may send. */

/** A secret key is for servers. A publishable key is for pages, so everyone may read it. */
export type KeyKind = 'secret' | 'publishable';

export interface KeyRules {
  readonly kind: KeyKind;
  /** Origins of pages that a publishable key is for, in their normal form. A secret key has none. */
  readonly origins: readonly string[];
  /** Ids of operations. `null` for all operations that take keys. */
  readonly operations: readonly string[] | null;
  /** Ids of chains. `null` for all chains. */
  readonly chains: readonly number[] | null;
  /** Requests in 10 seconds. `null` for the default of the kind. */
  readonly ceiling: number | null;
  /** Requests in 10 seconds of one visitor of a publishable key. `null` for the default. */
  readonly visitorCeiling: number | null;
}

/** An unrestricted secret key. */
export const NO_RULES: KeyRules = {
  kind: 'secret',
  origins: [],
  operations: null,
  chains: null,
  ceiling: null,
  visitorCeiling: null,
};

/** The columns of rules, in the order of `valuesOf`. */
export const RULE_COLUMNS = 'kind, origins, operations, chains, ceiling, visitor_ceiling';

export interface RuleRow {
  readonly kind: KeyKind;
  readonly origins: string[];
  readonly operations: string[] | null;
  /** The driver returns the numbers of an array as texts. */
  readonly chains: readonly (string | number)[] | null;
  readonly ceiling: number | null;
  readonly visitor_ceiling: number | null;
}

export function readRules(row: RuleRow): KeyRules {
  return {
    kind: row.kind,
    origins: row.origins,
    operations: row.operations,
    chains: row.chains?.map(Number) ?? null,
    ceiling: row.ceiling,
    visitorCeiling: row.visitor_ceiling,
  };
}

export function valuesOf({ kind, origins, operations, chains, ceiling, visitorCeiling }: KeyRules) {
  return [kind, origins, operations, chains, ceiling, visitorCeiling] as const;
}
