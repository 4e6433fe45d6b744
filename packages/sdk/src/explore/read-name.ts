const MAX_LENGTH = 255;
const NAME = /^[^\s/:.]+(\.[^\s/:.]+)+$/u;

/**
 * Returns the ENS name that a text seems to be. `null` if it is an address, or something else. The service decides whether
 * it is valid: `getNames` asks it.
 *
 * @example
 * readName(' mira.eth '); // 'mira.eth'
 */
export function readName(text: string): string | null {
  const typed = text.trim();
  return typed.length <= MAX_LENGTH && NAME.test(typed) ? typed : null;
}
