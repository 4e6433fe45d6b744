/** Parameters are looked at before they are sent, so that a typo is told at once, and all of them together. */
import { InvalidParametersError, type ParameterError } from './errors.ts';
import type { Forms } from './forms.ts';

/** Throws unless every required one is there, all are of their form, and there are no others. */
export function assertParameters(given: object, required: Forms, optional: Forms = {}): void {
  assertNone(findErrors(given, required, optional));
}

export function findErrors(given: object, required: Forms, optional: Forms): ParameterError[] {
  const forms: Forms = { ...required, ...optional };
  const values: Readonly<Record<string, unknown>> = { ...given };
  // What is not known may be misspelt: to leave it out would be to answer another question.
  return [...new Set([...Object.keys(forms), ...Object.keys(values)])].flatMap((parameter) => {
    const message = findFlaw(parameter, values[parameter], required, forms);
    return message ? [{ parameter, message }] : [];
  });
}

/** Throws when there is an error. */
export function assertNone(errors: readonly ParameterError[]): void {
  if (errors.length === 0) return;
  const detail = errors.map(({ parameter, message }) => `"${parameter}" ${message}`).join(' ');
  throw new InvalidParametersError({ code: 'invalid_parameters', detail, errors });
}

function findFlaw(parameter: string, value: unknown, required: Forms, forms: Forms): string | null {
  if (value === undefined) return Object.hasOwn(required, parameter) ? 'is missing.' : null;
  const form = Object.hasOwn(forms, parameter) && forms[parameter];
  if (!form) return `is no parameter here. There are: ${Object.keys(forms).join(', ')}, signal.`;
  const [isOf, message] = form;
  return isOf(value) ? null : message;
}
