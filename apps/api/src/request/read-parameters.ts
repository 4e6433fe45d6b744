/** From a query as it came to values of the domain, or to a list of everything that is wrong with it. */
import type { Address, Rights } from '@mandate/core';
import { type ParameterError, ProblemError } from '../http/problems.ts';
import type { Parameter } from './parameters.ts';

/** What a query parser gives: a text, or several when a name is repeated. */
export type Query = Readonly<Record<string, unknown>>;

/** What the parameters say, whichever names they came by. Their schemas saw to it that the types are these. */
export interface Values {
  readonly to?: Address;
  readonly from?: Address;
  readonly contract?: Address;
  readonly tokenId?: bigint;
  readonly rights?: Rights;
  readonly chainId?: number;
  readonly numbers?: 'number' | 'string';
  readonly wallet?: Address;
  readonly limit?: number;
  readonly cursor?: string;
  readonly blockTag?: 'latest' | 'safe' | 'finalized';
  readonly atBlock?: number;
  readonly atTime?: number;
  readonly minBlock?: number;
  readonly consistency?: 'latest' | 'strict';
  readonly explain?: boolean;
}

export type ReadParameters = (query: Query, path: Query) => Values;

/** Words that people use for a parameter that is not required: ignoring them would answer another question. */
const SYNONYMS: Readonly<Record<string, string>> = {
  chain: 'chainId',
  network: 'chainId',
  networkid: 'chainId',
  chainname: 'chainId',
  right: 'rights',
  pagesize: 'limit',
  perpage: 'limit',
  block: 'atBlock',
  blocknumber: 'atBlock',
  height: 'atBlock',
  time: 'atTime',
  timestamp: 'atTime',
  date: 'atTime',
};

/** Prepares what does not change between requests. */
export function createReadParameters(parameters: readonly Parameter[]): ReadParameters {
  const known = new Set(parameters.flatMap(({ name, aliases }) => [name, ...aliases]));
  return (query, path) => {
    const errors: ParameterError[] = [];
    const values: Record<string, unknown> = Object.create(null);
    for (const parameter of parameters)
      readOne(parameter, parameter.in === 'path' ? path : query, values, errors);
    for (const name in query) {
      if (known.has(name)) continue;
      const meant = findMeant(name, known);
      if (meant) errors.push({ parameter: name, message: `is not a parameter. Did you mean "${meant}"?` });
    }
    if (errors.length > 0) throw refuse(errors);
    return values;
  };
}

/** What was given as a value of the domain, or what is wrong with it. */
export type Parse = (
  parameter: Parameter,
  given: unknown,
) => { readonly value: unknown } | { readonly flaw: string };

export const parseText: Parse = ({ schema }, text) => {
  if (typeof text !== 'string') return { flaw: 'is given more than once: send it once.' };
  const parsed = schema.safeParse(text);
  if (parsed.success) return { value: parsed.data };
  return { flaw: parsed.error.issues[0]?.message ?? 'is not valid.' };
};

/** Reads a parameter, under any of its names, into its field. */
export function readOne(
  parameter: Parameter,
  query: Query,
  values: Record<string, unknown>,
  errors: ParameterError[],
  parse = parseText,
): void {
  const { name, field, aliases, required } = parameter;
  let first: string | null = null;
  // Of a batch this is asked thousands of times: no list is made of what is mostly one.
  for (let i = -1; i < aliases.length; i++) {
    const alias = aliases[i] ?? name;
    const given = query[alias];
    if (given === undefined) continue;
    const parsed = parse(parameter, given);
    first ??= alias;
    if ('flaw' in parsed) {
      errors.push({ parameter: alias, message: parsed.flaw });
    } else if (field in values && values[field] !== parsed.value) {
      const message = `means the same as "${first}" and says something else: send one.`;
      errors.push({ parameter: alias, message });
    } else {
      values[field] = parsed.value;
    }
  }
  if (first !== null || !required) return;
  const other = aliases.map((alias) => ` or "${alias}"`).join('');
  errors.push({ parameter: name, message: `is missing: send "${name}"${other}.` });
}

export function refuse(errors: readonly ParameterError[]): ProblemError {
  const [first] = errors;
  const detail =
    errors.length === 1 && first
      ? `"${first.parameter}" ${first.message}`
      : `${errors.length} parameters are wrong: ${errors.map(({ parameter }) => parameter).join(', ')}.`;
  return new ProblemError('invalid_parameters', detail, errors);
}

/** The parameter that a name is one slip away from: case, `_` and `-`, one letter, or another word for it. */
export function findMeant(name: string, known: ReadonlySet<string>): string | null {
  if (name.length > 32) return null;
  const plain = simplify(name);
  const synonym = Object.hasOwn(SYNONYMS, plain) ? SYNONYMS[plain] : undefined;
  if (synonym && known.has(synonym)) return synonym;
  for (const parameter of known) {
    const target = simplify(parameter);
    if (plain === target || (target.length >= 4 && isOneSlipAway(plain, target))) return parameter;
  }
  return null;
}

function simplify(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** One letter more, less, other, or two neighbours swapped. */
function isOneSlipAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && left === [...right].toReversed().join('');
}
