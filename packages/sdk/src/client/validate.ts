/** Validates parameters before they are sent, so that all mistakes are reported at once. */
import { InvalidParametersError, type ParameterError } from './errors.ts';
import type { Forms } from './forms.ts';

/** Throws unless all required parameters are present, all are valid, and there are no others. */
export function assertParameters(given: object, required: Forms, optional: Forms = {}): void {
  assertNone(findErrors(given, required, optional));
}

export function findErrors(given: object, required: Forms, optional: Forms): ParameterError[] {
  const forms: Forms = { ...required, ...optional };
  const values: Readonly<Record<string, unknown>> = { ...given };
  // An unknown parameter may be misspelled: ignoring it would answer another question.
  return [...new Set([...Object.keys(forms), ...Object.keys(values)])].flatMap((parameter) => {
    const message = findFlaw(parameter, values[parameter], required, forms);
    return message ? [{ parameter, message }] : [];
  });
}

/** Throws if there is any error. */
export function assertNone(errors: readonly ParameterError[]): void {
  if (errors.length === 0) return;
  const detail = errors.map(({ parameter, message }) => `"${parameter}" ${message}`).join(' ');
  throw new InvalidParametersError({ code: 'invalid_parameters', detail, errors });
}

function findFlaw(parameter: string, value: unknown, required: Forms, forms: Forms): string | null {
  if (value === undefined) return Object.hasOwn(required, parameter) ? 'is missing.' : null;
  const form = Object.hasOwn(forms, parameter) && forms[parameter];
  if (!form)
    return `is not a parameter of this function. It takes: ${Object.keys(forms).join(', ')}, signal.`;
  const [isOf, message] = form;
  return isOf(value) ? null : message;
}
