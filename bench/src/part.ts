/** A part of the measurements, which can be run by itself. */
import type { ContenderId } from './serving/result.ts';

export interface Options {
  /** Delegations in each ledger of the parts that compare sizes, the smallest first. */
  readonly sizes: readonly number[];
  /** In the ledger of the others: the smallest of the sizes. */
  readonly rows: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly events: number;
  readonly chains: number;
  readonly nodeSeconds: number;
  readonly keep: boolean;
  readonly contenders: readonly ContenderId[];
  readonly questions: readonly string[];
}

export type Say = (line: string) => void;

export interface Part {
  readonly about: string;
  /** Everything that was measured, and the ratios that it comes to. */
  run(options: Options, say: Say): Promise<{ readonly ratios?: Ratios } & Record<string, unknown>>;
}

export type Ratios = Readonly<Record<string, number | null>>;
