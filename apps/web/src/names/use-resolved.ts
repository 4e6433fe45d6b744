import { MandateError } from '@mandate/sdk';
import type { ResolvedName } from '@mandate/sdk/explore';
import { useQuery } from '@tanstack/react-query';
import { resolvedQuery } from './names-query.ts';

export type Resolved =
  | { readonly state: 'none' | 'asking' }
  | { readonly state: 'found'; readonly name: string; readonly address: `0x${string}` }
  | { readonly state: 'missing' | 'unknown'; readonly problem: string };

/** Finds the address of an ENS name. Null asks nothing. */
export function useResolved(name: string | null): Resolved {
  const { data, error } = useQuery(resolvedQuery(name));
  return name === null ? { state: 'none' } : readResolved(name, data, error);
}

/** Says what an answer means: no address is not the same as no answer. */
export function readResolved(
  name: string,
  data: ResolvedName | null | undefined,
  error: Error | null,
): Resolved {
  if (data?.address) return { state: 'found', name: data.name, address: data.address };
  if (data?.known) {
    return {
      state: 'missing',
      problem: `“${name}” leads to no address. Names that need a lookup outside the chain are not supported. Paste the address instead.`,
    };
  }
  if (error instanceof MandateError && error.code === 'invalid_parameters')
    return { state: 'missing', problem: `“${name}” is not a valid ENS name. Check its spelling.` };
  if (data || error)
    return {
      state: 'unknown',
      problem: `“${name}” cannot be looked up right now. Paste the address instead.`,
    };
  return { state: 'asking' };
}
