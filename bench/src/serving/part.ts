import type { Part } from '../part.ts';
import { measureServing } from './serving.ts';
import { listRatios } from './tables.ts';

export const serving: Part = {
  about: 'checks and lists through HTTP, beside bare servers and pgbench',
  async run(options, say) {
    const { sizes, rounds, seconds } = options;
    say(`Serving, in ledgers of ${sizes.join(' and ')} rows, ${rounds} rounds of ${seconds} s each`);
    const result = await measureServing(options, say);
    return { serving: result, ratios: listRatios(result) };
  },
};
