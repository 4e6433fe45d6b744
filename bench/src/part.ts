/** A part of the measurements that can run on its own. */
import type { ContenderId } from './serving/result.ts';

export interface Options {
  /** The number of delegations in each ledger of the parts that compare sizes, the smallest first. */
  readonly sizes: readonly number[];
  /** The number of delegations in the ledger of the other parts: the smallest size. */
  readonly rows: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUp: number;
  readonly events: number;
  readonly chains: number;
  readonly nodeSeconds: number;
  readonly keep: boolean;
  readonly contenders: readonly ContenderId[];
  readonly questions: readonly string[];
  /** The sizes of growth's ledger, the smallest first. */
  readonly growthSizes: readonly number[];
  /** The wallets that ask now and then, and the connections that are mostly idle, both of growth. */
  readonly wallets: number;
  readonly idleConnections: number;
}

export type Say = (line: string) => void;

export interface Part {
  readonly about: string;
  /** True for a part that runs only when `--only` names it: it takes hours and much disk. */
  readonly isLong?: boolean;
  /** Returns all measurements and the resulting ratios. */
  run(options: Options, say: Say): Promise<{ readonly ratios?: Ratios } & Record<string, unknown>>;
}

export type Ratios = Readonly<Record<string, number | null>>;
