/** The part that lets a ledger grow, and gives it very many clients. */

import { round } from '../median.ts';
import type { Part } from '../part.ts';
import { describeRounds } from '../report/rounds.ts';
import { measureGrowth } from './measure.ts';
import { QUESTIONS } from './questions.ts';
import { summarize } from './summary.ts';

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
  async run({ growthSizes: sizes, rounds, seconds, warmUp, wallets, idleConnections }, say) {
    say(`Growth to ${sizes.join(', ')} rows, ${describeRounds({ rounds, seconds })}`);
    const result = await measureGrowth(
      {
        sizes,
        rounds,
        seconds,
        warmUpSeconds: Math.round((warmUp * seconds) / QUESTIONS.length),
        wallets,
        crowdSeconds: CROWD * seconds,
        idleConnections,
        rates: RATES,
        listeners: LISTENERS,
        blocks: BLOCKS_PER_SECOND * seconds,
      },
      say,
    );
    const ratios = summarize(result).map(({ name, cells }) => [
      `growth ${name}`,
      round(cells.at(-1)?.ratio ?? 1),
    ]);
    return { growth: result, ratios: Object.fromEntries(ratios) as Record<string, number> };
  },
};
