/** A part of the measurements that can run on its own, and what comes of it. */
import type { Machine } from './machine.ts';
import type { Options } from './options.ts';
import type { Baseline, Sample } from './sample.ts';

/** Keeps and prints what was measured. */
export type Note = (samples: readonly Sample[]) => void;

export interface Part {
  readonly about: string;
  /** True for a part that runs only when `--only` names it: it takes hours and much disk. */
  readonly isLong?: boolean;
  readonly baseline: Baseline;
  /** Figures that are no ratios, for a line of their own. */
  readonly headline?: (samples: readonly Sample[]) => Readonly<Record<string, number>>;
  /** May return on what it ran, for the page. */
  measure(options: Options, note: Note): Promise<Machine | undefined>;
}

/** The results of a part. They can be stored as JSON, and the docs are written from them. */
export interface PartResult {
  readonly date: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly machine?: Machine | undefined;
  readonly samples: readonly Sample[];
}

export type Results = Readonly<Record<string, PartResult>>;
