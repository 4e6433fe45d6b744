/** The normal form of ENS names (ENSIP-15): it refuses names that look like others. */
import { normalize } from 'viem/ens';

const MAX_CHARACTERS = 255;
/** In lower case these names are normal, unless a label has hyphens where `xn--` has them. */
const PLAIN = /^(?!..--)[a-z0-9-]+(?:\.(?!..--)[a-z0-9-]+)+$/i;

/** Returns the normal form of a name. `null` if it cannot be a name of ENS. */
export function findNormal(name: string): string | null {
  if (!name.includes('.') || name.length > MAX_CHARACTERS) return null;
  if (PLAIN.test(name)) return name.toLowerCase();
  // The first name that gets here builds the tables. That takes longer than the rest of a start, and few processes are asked for one.
  try {
    return normalize(name);
  } catch {
    return null;
  }
}
