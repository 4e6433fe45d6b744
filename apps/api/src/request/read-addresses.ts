import type { Address } from '@mandate/core';
import type { ParameterError } from '../http/problems.ts';
import { address } from './address.ts';

/** Reads a list of addresses, or adds what is wrong with it to `errors`. */
export function readAddresses(
  name: string,
  given: unknown,
  max: number,
  errors: ParameterError[],
): Address[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > max) {
    const has = Array.isArray(given) ? `has ${given.length} ${name}` : `is not a list of ${name}`;
    const message = `${given === undefined ? 'is missing' : has}: send 1 to ${max} of them.`;
    errors.push({ parameter: name, message });
    return [];
  }
  const addresses: Address[] = [];
  for (const [i, each] of given.entries()) {
    const read = address.safeParse(each);
    if (!read.success) {
      errors.push({ parameter: `${name}[${i}]`, message: read.error.issues[0]?.message ?? 'is not valid.' });
      return [];
    }
    addresses.push(read.data);
  }
  return addresses;
}
