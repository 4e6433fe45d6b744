/**
 * 200: strict answers for a chain whose newest blocks are provisional. Its safe block is 25, its newest 50.
 */
import type { Address } from '@mandate/core';
import { type Case, pathOf } from './conformance-case.ts';
import { LATE_HOT, LEAVING, SAMPLES, type Sample, SHIFTING, UNSAFE } from './samples.ts';
import { coldOf, standing } from './status-200-parameters.ts';

const SAFE_NAMED = {
  'x-block-number': '25',
  'x-block-hash': `0xa${'19'.padStart(63, '0')}`,
  'x-block-timestamp': '1700000025',
  'x-safe-block-number': '25',
  'cache-control': 'no-store',
};

function ask(sample: Sample, query: Readonly<Record<string, string>>, cold?: Address) {
  const { path, values, kind } = sample;
  const hot = Object.keys(values).find((name) => name === 'to' || name === 'delegate');
  const late = cold ? { [coldOf(sample)]: cold, ...(hot && kind ? { [hot]: LATE_HOT[kind] } : {}) } : {};
  return pathOf(path, { ...values, ...late, ...query, chainId: '7777777' });
}

const ofAll: Case[] = SAMPLES.flatMap((sample) => {
  const { asks: _, lists: __, ...expected } = standing(sample);
  const stands = { ...expected, answers: SAFE_NAMED };
  const strict = { consistency: 'strict' };
  return [
    {
      ...stands,
      name: `${sample.id} strictly of a provisional chain`,
      covers: ['when.strict.provisional'],
      path: ask(sample, strict),
    },
    ...[UNSAFE, LEAVING].map((cold) => ({
      ...stands,
      name: `${sample.id} strictly of a provisional chain, of ${cold.slice(0, 8)}`,
      covers: ['when.strict.provisional'],
      path: ask(sample, strict, cold),
      body: sample.nothing,
    })),
    {
      ...stands,
      name: `${sample.id} of a provisional chain, not before its safe block`,
      covers: ['when.min.provisional'],
      path: ask(sample, { ...strict, minBlock: '25' }),
    },
    {
      ...expected,
      name: `${sample.id} of a provisional chain is about its newest block if it is not strict`,
      covers: ['when.strict.provisional'],
      path: ask(sample, {}),
      answers: { 'x-block-number': '50', 'x-safe-block-number': null },
    },
  ];
});

const ofReasons: Case[] = SAMPLES.filter(({ id }) => id === 'v2CheckErc20').map((sample) => ({
  name: 'a reason of a provisional chain began before the safe block, though its amount was changed later',
  covers: ['explain.provisional'],
  path: ask(sample, { consistency: 'strict', explain: 'true' }, SHIFTING),
  status: 200,
  body: /^\{"value":5,"because":\[\{.*"amount":5,"expiresAt":null,"block":12,.*\}\],"block":\{"number":25,.*\},"safeBlock":25\}$/,
  answers: SAFE_NAMED,
}));

export const STATUS_200_PROVISIONAL: readonly Case[] = [...ofAll, ...ofReasons];
