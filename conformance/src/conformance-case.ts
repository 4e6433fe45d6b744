/**
 * A case of the suite: a request, the lines of conformance/interface.md that it covers, and the expected answer.
 */
import type { Address, Question, Registry } from '@mandate/core';

/** Values that are known only once the chains are set up. */
export interface Stage {
  /** Cursors of second pages, by name. */
  readonly cursors: Readonly<Record<CursorName, string>>;
  /** The block of the list of `cursors.final`. */
  readonly finalBlock: string;
  readonly moments: Moments;
}

/** Blocks of mainnet. */
export interface Moments {
  /** The last block before the samples' grants, and the one with them. */
  readonly before: Moment;
  readonly granted: Moment;
  /** A finalized block without events. */
  readonly quiet: Moment;
  readonly latest: Moment;
}

export interface Moment {
  readonly number: string;
  /** Unix time in seconds. */
  readonly time: string;
}

export type CursorName =
  | 'v1'
  | 'v2'
  | 'otherWallet'
  | 'otherChain'
  | 'final'
  | 'replacedV1'
  | 'replacedV2'
  | 'many'
  | 'manyLast'
  | 'past'
  | 'strict';

type OfStage<T> = T | ((stage: Stage) => T);

export interface Case {
  readonly name: string;
  readonly covers: readonly string[];
  readonly path: OfStage<string>;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends exactly these headers, without those that a client would add. */
  readonly raw?: boolean;
  /** `blind` has no database and supports only chain 10. `limited` limits requests without a key. */
  readonly service?: 'blind' | 'limited';
  /** Requests that the same client sends before. */
  readonly before?: readonly string[];
  readonly status: number;
  /** The exact body. */
  readonly body?: string | RegExp;
  /** Headers of the answer; null requires that it is absent. */
  readonly answers?: Readonly<Record<string, OfStage<string | RegExp | null>>>;
  /** The registry contract must give the same answer at the block that the answer names. */
  readonly asks?: Question;
  /** The registry contract must list the same delegations. */
  readonly lists?: { readonly registry: Registry; readonly wallet: Address };
  readonly problem?: ExpectedProblem;
  /** The answer is an object with reasons, each with a transaction of the chain. */
  readonly explained?: boolean;
  /** The answer is an object with a proof, which must verify. */
  readonly proven?: boolean;
  /** The number of records in the answer. */
  readonly count?: number;
}

export interface ExpectedProblem {
  readonly code: string;
  /** All invalid parameters, each with a part of its message. */
  readonly errors?: readonly (readonly [parameter: string, message: string])[];
  readonly detail?: string | RegExp;
  /** Seconds, for errors that may be retried. */
  readonly retryAfter?: string | RegExp;
}

export function settle<T>(value: OfStage<T>, stage: Stage): T {
  return typeof value === 'function' ? (value as (stage: Stage) => T)(stage) : value;
}

/** Returns the path of an operation with these parameters; `more` is appended to the query unchanged. */
export function pathOf(path: string, values: Readonly<Record<string, string>>, more = ''): string {
  const { wallet, ...rest } = values;
  const query = Object.entries(rest).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  if (more) query.push(more);
  const at = path.replace(':wallet', encodeURIComponent(wallet ?? ''));
  return query.length > 0 ? `${at}?${query.join('&')}` : at;
}
