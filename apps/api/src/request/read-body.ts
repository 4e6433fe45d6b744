/** Reads bodies of JSON. */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type ParameterError, ProblemError } from '../http/problems.ts';
import {
  createCollect,
  formOf,
  type Parameter,
  type Parameters,
  parseText,
  refuse,
} from './read-parameters.ts';

export const isoTime = z.iso
  .datetime({ offset: true, error: 'must be a time, e.g. 2030-01-31T12:00:00Z.' })
  .transform((text) => new Date(text));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Nothing of the cause: its message repeats what was sent.
    throw new ProblemError('malformed_request', 'The body is not valid JSON. Send JSON as UTF-8.');
  }
}

/** Forms of other sites can send text and forms, not JSON. */
export function takeJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_: unknown, body: string) =>
    parseJson(body),
  );
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(given: unknown): given is JsonObject {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

/** Reads a body that is an object. `form` shows one. */
export function readObject(body: Buffer, form: string): JsonObject {
  if (!isUtf8(body))
    throw new ProblemError('malformed_request', 'The body is not UTF-8. Send JSON as UTF-8.');
  const given = parseJson(body.toString());
  if (!isObject(given)) throw new ProblemError('malformed_request', `The body must be an object: ${form}.`);
  return given;
}

/** Parameters whose text is a number. Of others a number would be a mistake. */
const NUMERIC: ReadonlySet<string> = new Set([
  'tokenId',
  'min',
  'chainId',
  'atBlock',
  'minBlock',
  'atTime',
  'limit',
  'snapshot',
]);

/** Creates a reader of the fields of an object. `beside` are names that are read elsewhere; `owner` is whose fields these are. */
export function createReadJson<P extends Parameters>(
  parameters: P,
  beside: readonly string[],
  owner: string,
) {
  const explain = (meant: string | null) =>
    `is not a field of ${owner}. ${meant ? `Did you mean "${meant}"?` : 'Leave it out.'}`;
  return createCollect(parameters, { beside, parse: parseValue, explain });
}

/** Parses one value of JSON. */
export function parseValue(parameter: Parameter, given: unknown) {
  if (typeof given === 'string') return parseText(parameter, given);
  if (typeof given === 'boolean' && formOf(parameter)['type'] === 'boolean')
    return parseText(parameter, String(given));
  if (typeof given !== 'number' || !NUMERIC.has(parameter.name)) return { flaw: 'must be text.' };
  return Number.isInteger(given) && !Number.isSafeInteger(given)
    ? { flaw: 'is a number above 2^53-1, which loses digits in many JSON parsers: send it as a string.' }
    : parseText(parameter, String(given));
}

/** Reads a body, or a query. Throws everything that is wrong with it. */
export function readFields<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  throw refuse(parsed.error.issues.flatMap(describe), 'fields');
}

/** Errors never repeat a value: a value in the wrong field may be a secret. */
function describe(issue: z.core.$ZodIssue): ParameterError[] {
  if (issue.code !== 'unrecognized_keys')
    return [{ parameter: issue.path.join('.') || 'body', message: issue.message }];
  const message = 'is not a field of this operation: leave it out.';
  return issue.keys.map((key) => ({ parameter: key.slice(0, 100), message }));
}
