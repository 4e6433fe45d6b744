/** For tests: how new blocks are read. Tags are requested with every step. */
import type { Reading } from '../follow/following.ts';

export const CAREFUL: Reading = {
  form: 'careful',
  blockTimeMs: 2_000,
  tagsMs: 0,
  lookbackMs: 30_000,
  isAgreed: false,
};

/** Blocks are read again with the next step. */
export const FAST: Reading = { ...CAREFUL, form: 'fast', blockTimeMs: 250, lookbackMs: 0 };
