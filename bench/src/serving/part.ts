import type { Part } from '../part.ts';
import { describeRounds } from '../report/rounds.ts';
import { measureServing } from './serving.ts';
import { listRatios } from './tables.ts';

export const serving: Part = {
  about: 'checks and lists through HTTP, beside bare servers and pgbench',
  async run(options, say) {
    const { sizes, rounds, seconds } = options;
    say(`Serving, in ledgers of ${sizes.join(' and ')} rows, ${describeRounds({ rounds, seconds })}`);
    const result = await measureServing(options, say);
    return { serving: result, ratios: listRatios(result) };
  },
};
