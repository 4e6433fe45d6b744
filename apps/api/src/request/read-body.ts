/** Reads bodies of JSON. */
import { z } from 'zod';
import { type ParameterError, ProblemError } from '../http/problems.ts';
import { refuse } from './parameter.ts';

export const isoTime = z.iso
  .datetime({ offset: true, error: 'must be a time, e.g. 2030-01-31T12:00:00Z.' })
  .transform((text) => new Date(text));

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Nothing of the cause: its message repeats what was sent.
    throw new ProblemError('malformed_request', 'The body is not valid JSON. Send JSON as UTF-8.');
  }
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
