/** For tests: how new blocks are read. Tags are asked for with every step. */
import type { Reading } from '../follow/following.ts';

export const CAREFUL: Reading = {
  form: 'careful',
  blockTimeMs: 2_000,
  tagsMs: 0,
  lookbackMs: 30_000,
  isAgreed: false,
};

/** Blocks are looked at again with the next step. */
export const FAST: Reading = { ...CAREFUL, form: 'fast', blockTimeMs: 250, lookbackMs: 0 };
