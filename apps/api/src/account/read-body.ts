/** From a body, or a query, to values; or to everything that is wrong with it. */
import type { z } from 'zod';
import { type ParameterError, ProblemError } from '../http/problems.ts';

export function readBody<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.flatMap(describe);
  const [first] = errors;
  const detail =
    errors.length === 1 && first
      ? `"${first.parameter}" ${first.message}`
      : `${errors.length} fields are wrong: ${errors.map(({ parameter }) => parameter).join(', ')}.`;
  throw new ProblemError('invalid_parameters', detail, errors);
}

/** Errors never repeat a value: a value in the wrong field may be a secret. */
function describe(issue: z.core.$ZodIssue): ParameterError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      parameter: key.slice(0, 100),
      message: 'is not known here: leave it out.',
    }));
  }
  return [{ parameter: issue.path.join('.') || 'body', message: issue.message }];
}
