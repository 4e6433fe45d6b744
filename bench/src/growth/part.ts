/** The part that lets a ledger grow, and gives it very many clients. */
import type { Part } from '../part.ts';
import { toSmallest } from '../sample.ts';
import { measureGrowth } from './measure-growth.ts';

/** Requests per second: as many as delegation services get today, and several times as many. */
const RATES = [300, 1_000, 2_000];
/** Without a key there is room for 800 in a process. */
const LISTENERS = [1, 100, 800];
/** A crowd asks longer than others: its requests are few. */
const CROWD = 5;
const BLOCKS_PER_SECOND = 25;

export const growth: Part = {
  about: 'one ledger at growing sizes, many wallets, idle connections, listeners',
  isLong: true,
  // Many clients are measured at one size.
  baseline: (key, samples) => (key.rows === null ? null : toSmallest(key, samples)),
  measure: ({ growthSizes: sizes, seconds, ...options }, note) =>
    measureGrowth(
      {
        ...options,
        ...{ sizes, seconds, rates: RATES, listeners: LISTENERS },
        crowdSeconds: CROWD * seconds,
        blocks: BLOCKS_PER_SECOND * seconds,
      },
      note,
    ),
};
