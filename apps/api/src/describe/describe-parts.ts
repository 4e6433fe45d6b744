/** What the descriptions of operations have in common. */

import type { Parameter } from '../request/parameters.ts';
import examples from './examples.json' with { type: 'json' };
import { type Json, ref } from './schemas.ts';

interface Example {
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}
export const EXAMPLES = examples as Readonly<Record<string, Example>>;

/** The statuses of errors. v1 knows no keys, so it refuses none. */
const V1_REFUSALS = [400, 404, 405, 408, 414, 429, 431, 500, 503];
export const REFUSALS = { v1: V1_REFUSALS, v2: [401, ...V1_REFUSALS].toSorted((a, b) => a - b) };

export function describeParameter(parameter: Parameter): Json {
  const { name, aliases, required, description, form, example } = parameter;
  const also = aliases.length > 0 ? ` \`${aliases.join('`, `')}\` means the same.` : '';
  return {
    name,
    in: parameter.in,
    required,
    description: description + also,
    schema: form,
    ...(example ? { example: form['type'] === 'integer' ? Number(example) : example } : {}),
  };
}

export function exampleOf(id: string): Json {
  const example = EXAMPLES[id];
  if (!example) return {};
  return { examples: { real: { summary: `GET ${example.path}`, value: example.body } } };
}

export function problemResponses(which: readonly number[]): Json {
  return Object.fromEntries(which.map((status) => [status, ref(`responses/${status}`)]));
}
