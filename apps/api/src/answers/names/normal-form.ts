/** The normal form of ENS names (ENSIP-15): it refuses names that look like others. */
import { normalize } from 'viem/ens';

const MAX_CHARACTERS = 255;
/** Names of these characters are normal, unless a label has hyphens where `xn--` has them. */
const PLAIN = /^(?!..--)[a-z0-9-]+(?:\.(?!..--)[a-z0-9-]+)+$/;

/** Returns the normal form of a name. Null: it cannot be a name of ENS. */
export function findNormal(name: string): string | null {
  if (!name.includes('.') || name.length > MAX_CHARACTERS) return null;
  if (PLAIN.test(name)) return name;
  try {
    return normalize(name);
  } catch {
    return null;
  }
}

/** Builds the tables of normal forms. That holds up a process, so it is done before the first request. */
export function prepareNormalForms(): void {
  normalize('mira.eth');
}
