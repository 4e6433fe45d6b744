import { secondsOf } from './forms.ts';

/**
 * Writes a query string: undefined parameters are left out, lists are comma-separated, and numbers are
 * requested as strings.
 */
export function writeQuery(
  parameters: object,
  names: Readonly<Record<string, string>> = {},
): URLSearchParams {
  const query = new URLSearchParams({ numbers: 'string' });
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(names[name] ?? name, String(secondsOf(value)));
  }
  return query;
}
