import { secondsOf } from './forms.ts';

/** Writes a JSON body: numbers of any size become text, and numbers of the answer are requested as strings. */
export function writeBody(parameters: object): string {
  return JSON.stringify({ ...parameters, numbers: 'string' }, writeValue);
}

/** Reads the original value: `JSON.stringify` has already turned a Date into text. */
function writeValue(this: Record<string, unknown>, name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : secondsOf(this[name]);
}
