/** What the suite is made of: a request, the lines of docs/api/interface.md that it shows, and the right answer. */
import type { Address, Question, Registry } from '@mandate/core';

/** What is known only once the chains stand. */
export interface Stage {
  /** Second pages of lists, each under a name of its own. */
  readonly cursors: Readonly<Record<CursorName, string>>;
  /** The block that the list of `cursors.final` was begun at. */
  readonly finalBlock: string;
  readonly moments: Moments;
}

/** Blocks of mainnet. */
export interface Moments {
  /** The last one before the samples' delegations were granted, and the one in which they were. */
  readonly before: Moment;
  readonly granted: Moment;
  /** Final, and nothing happened in it. */
  readonly quiet: Moment;
  readonly latest: Moment;
}

export interface Moment {
  readonly number: string;
  /** Seconds since 1970. */
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
  /** Sends the headers to the letter, and nothing that a client would add. */
  readonly raw?: boolean;
  /** `blind`: without a database, serves chain 10 only. `limited`: counts requests without a key. */
  readonly service?: 'blind' | 'limited';
  /** What the same client asks before. */
  readonly before?: readonly string[];
  readonly status: number;
  /** The whole body, to the letter. */
  readonly body?: string | RegExp;
  /** Headers of the answer; null: it has no such header. */
  readonly answers?: Readonly<Record<string, OfStage<string | RegExp | null>>>;
  /** The registry contract has to say the same at the block that the answer names. */
  readonly asks?: Question;
  /** So it has to list the same delegations. */
  readonly lists?: { readonly registry: Registry; readonly wallet: Address };
  readonly problem?: ExpectedProblem;
  /** The answer is an object with reasons, each of a transaction of the chain. */
  readonly explained?: boolean;
  /** How many records the answer has. */
  readonly count?: number;
}

export interface ExpectedProblem {
  readonly code: string;
  /** Every parameter that is wrong, with a part of what is said of it. */
  readonly errors?: readonly (readonly [parameter: string, message: string])[];
  readonly detail?: string | RegExp;
  /** Seconds, for what may be asked again. */
  readonly retryAfter?: string | RegExp;
}

export function settle<T>(value: OfStage<T>, stage: Stage): T {
  return typeof value === 'function' ? (value as (stage: Stage) => T)(stage) : value;
}

/** The request of an operation with these parameters; `more` is added to the query as it stands. */
export function pathOf(path: string, values: Readonly<Record<string, string>>, more = ''): string {
  const { wallet, ...rest } = values;
  const query = Object.entries(rest).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  if (more) query.push(more);
  const at = path.replace(':wallet', encodeURIComponent(wallet ?? ''));
  return query.length > 0 ? `${at}?${query.join('&')}` : at;
}
