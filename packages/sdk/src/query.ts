import { secondsOf } from './forms.ts';

/** Parameters as the interface takes them: what is not there is left out, lists have commas, numbers come as strings. */
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
