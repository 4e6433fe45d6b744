/**
 * 200: strict answers for a chain whose newest blocks are provisional. Its safe block is 25, its newest 50.
 */
import { type Case, OPEN, type Query } from './conformance-case.ts';
import { LEAVING, SHIFTING, UNSAFE } from './grants.ts';
import { getSample, late, SAMPLES, type Sample } from './samples.ts';

const answers = {
  'x-block-number': '25',
  'x-block-hash': `0xa${'19'.padStart(63, '0')}`,
  'x-block-timestamp': '1700000025',
  'x-safe-block-number': '25',
  ...OPEN,
};

const line = 'when.strict.provisional';
const strict = (sample: Sample, covers: string, query: Query = {}, body: string | RegExp = sample.stands) =>
  sample.ask(covers, { ...query, consistency: 'strict', chainId: '7777777' }, { body, answers });

const erc20 = getSample('v2', 'erc20');
export const STATUS_200_PROVISIONAL: readonly Case[] = [
  ...SAMPLES.flatMap((sample) => [
    strict(sample, line),
    ...[UNSAFE, LEAVING].map((cold) => strict(sample, line, late(sample, cold), sample.nothing)),
    strict(sample, 'when.min.provisional', { minBlock: '25' }),
    sample.ask(line, 'chainId=7777777', {
      answers: { 'x-block-number': '50', 'x-safe-block-number': null },
    }),
  ]),
  // The reason began before the safe block, though its amount was changed later.
  strict(
    erc20,
    'explain.provisional',
    { ...late(erc20, SHIFTING), explain: 'true' },
    /^\{"value":5,"because":\[\{.*"amount":5,"expiresAt":null,"block":12,.*\}\],"block":\{"number":25,.*\},"safeBlock":25\}$/,
  ),
];
