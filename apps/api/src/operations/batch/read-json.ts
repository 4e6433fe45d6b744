/** From JSON to values of the domain, as the parameters of the same names have them: what is unknown is refused. */

import type { ParameterError } from '../../http/problems.ts';
import {
  findMeant,
  namesOf,
  type Parameters,
  type Parse,
  parseText,
  readOne,
  type ValuesOf,
} from '../../request/parameter.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Reads an object, and adds to `errors` everything that is wrong with it. The values are whole if there is nothing. */
export type ReadJson<P extends Parameters> = (given: JsonObject, errors: ParameterError[]) => ValuesOf<P>;

const LONGEST_NAME = 40;
/** Those whose text is a number. Of others a number would be a mistake. */
const NUMERIC: ReadonlySet<string> = new Set(['tokenId', 'chainId', 'atBlock', 'minBlock', 'atTime']);

/** `beside` are names that are read elsewhere; `owner` is whose fields these are. */
export function createReadJson<P extends Parameters>(
  parameters: P,
  beside: readonly string[],
  owner: string,
): ReadJson<P> {
  const fields = Object.entries(parameters);
  const known = new Set([...beside, ...namesOf(parameters)]);
  return (given, errors) => {
    const values: Record<string, unknown> = {};
    for (const [field, parameter] of fields) {
      const value = readOne(parameter, given, errors, parseJson);
      if (value !== undefined) values[field] = value;
    }
    for (const name in given) {
      if (!known.has(name)) errors.push({ parameter: name.slice(0, LONGEST_NAME), message: explain(name) });
    }
    return values as ValuesOf<P>;
  };

  function explain(name: string): string {
    const meant = findMeant(name, known);
    return `is no field of ${owner}. ${meant ? `Did you mean "${meant}"?` : 'Leave it out.'}`;
  }
}

const parseJson: Parse = (parameter, given) => {
  if (typeof given === 'string') return parseText(parameter, given);
  if (typeof given !== 'number' || !NUMERIC.has(parameter.name)) return { flaw: 'must be text.' };
  return Number.isInteger(given) && !Number.isSafeInteger(given)
    ? { flaw: 'is a number above 2^53-1, which loses digits on the way: send it as text.' }
    : parseText(parameter, String(given));
};

export function isObject(given: unknown): given is JsonObject {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}
