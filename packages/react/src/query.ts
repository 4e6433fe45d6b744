/** A question as a query of TanStack. */
import { MandateError } from '@mandate/sdk';
import type { Unknown } from './answers.ts';
import { type Packed, pack } from './pack.ts';
import type { MandateKey } from './query-key.ts';

/** A question to the service, from a hook, or from a server before it renders a page. */
export interface Question<T> {
  readonly key: MandateKey;
  /** The chains that it is about. `null` for all that the service has. */
  readonly chainIds: readonly number[] | null;
  /** True if the answer can change without a change of a delegation. */
  readonly isPolled: boolean;
  /** Asks for an answer that is not older than the block that `floorOf` names. */
  ask(signal: AbortSignal, floorOf: (chainId: number) => number | undefined): Promise<T | Unknown>;
}

/** The data in the cache. It has unknown answers, too: a question that is asked again keeps its last answer meanwhile. */
export type Cached<T> = Packed<T | Unknown>;

/** The options of a query. They fit `prefetchQuery`, `fetchQuery` and `HydrationBoundary` of TanStack Query. */
export interface MandateQueryOptions<T> {
  readonly queryKey: MandateKey;
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Cached<T>>;
  /** The SDK has retried by then. */
  readonly retry: false;
  /** A query that waits for the network would show its last answer for as long. */
  readonly networkMode: 'always';
}

export function optionsOf<T>({ key, ask }: Question<T>): MandateQueryOptions<T> {
  return {
    queryKey: key,
    queryFn: ({ signal }) => answerOf(signal, () => ask(signal, () => undefined)),
    retry: false,
    networkMode: 'always',
  };
}

/** Turns every failure of the service into an unknown answer. */
export async function answerOf<T>(signal: AbortSignal, ask: () => Promise<T | Unknown>): Promise<Cached<T>> {
  try {
    return pack(await ask());
  } catch (error) {
    if (signal.aborted || !(error instanceof MandateError)) throw error;
    return pack<T | Unknown>({ status: 'unknown', reason: error.code, detail: error.detail });
  }
}
