/** The work of one process of vitest. */
import type { Switched } from './instrument.ts';

/** Runs one test file with one mutant: with none, and noting which mutants it reaches, if `mutant` is -1. */
export interface Step {
  readonly mutant: number;
  readonly file: string;
  /** The rounds of loops that the file took without a mutant. */
  readonly rounds?: number;
}

export interface StepResult extends Step {
  readonly state: 'began' | 'passed' | 'failed';
  readonly ms?: number;
  readonly failure?: string;
  readonly reached?: readonly number[];
}

/** A defect that has been: `find` occurs once in `file`. */
export interface Replacement {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

export interface Plan {
  readonly root: string;
  readonly results: string;
  readonly steps: readonly Step[];
  /** By file, from the root. */
  readonly mutants: Readonly<Record<string, readonly Switched[]>>;
  readonly isNoting: boolean;
  /** With them, the mutant of a step is one of these. */
  readonly replacements?: readonly Replacement[];
}
