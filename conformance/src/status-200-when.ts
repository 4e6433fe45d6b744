/** 200: every check and list at the requested block or time, and strictly. */
import type { Address } from '@mandate/core';
import { type Case, type Moment, type Moments, pathOf, type Stage } from './conformance-case.ts';
import {
  amountOf,
  BALANCE_KINDS,
  holds,
  LATE_HOT,
  LEAVING,
  SAMPLES,
  type Sample,
  SHIFTING,
  strictAmountOf,
  UNSAFE,
  V1_KINDS,
  V2_KINDS,
  WAVERING,
} from './samples.ts';
import { coldOf, judged, standing } from './status-200-parameters.ts';
import { isBalance, WRITTEN } from './written-kinds.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const SAFE = 'x-safe-block-number';

/** Returns the sample's question about wallets whose delegations are not safe yet, or not any more. */
function askOf(sample: Sample, cold: Address) {
  const hot = Object.keys(sample.values).find((name) => name === 'to' || name === 'delegate');
  const to = sample.kind ? LATE_HOT[sample.kind] : undefined;
  return {
    values: { ...sample.values, [coldOf(sample)]: cold, ...(hot && to ? { [hot]: to } : {}) },
    judged: judged(sample, { from: cold, ...(to ? { to } : {}) }),
  };
}

/** Returns that wallet's grants with the sample's amounts. */
function given(sample: Sample) {
  if (sample.kind) return { body: holds(sample, amountOf(sample)) };
  return { count: (sample.version === 'v1' ? V1_KINDS : V2_KINDS).length };
}

function ask(
  sample: Sample,
  cold: Address,
  query: Readonly<Record<string, string>>,
  expected: Pick<Case, 'covers' | 'body' | 'count' | 'answers'>,
): Case {
  const { values, judged } = askOf(sample, cold);
  const words = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return {
    name: `${sample.id} of ${cold.slice(0, 8)} with ${words.join(' and ') || 'nothing'}`,
    path: pathOf(sample.path, { ...values, ...query }),
    status: 200,
    ...expected,
    ...judged,
  };
}

function unjudged({ asks: _, lists: __, ...rest }: Case): Case {
  return rest;
}

function tags(sample: Sample): Case[] {
  const nothing = { body: sample.nothing };
  const open = { answers: { 'cache-control': 'no-store', [SAFE]: null } };
  return [
    ask(sample, LEAVING, {}, { covers: ['when.blockTag.default'], ...nothing }),
    ask(sample, LEAVING, { blockTag: 'latest' }, { covers: ['form.blockTag.latest'], ...nothing, ...open }),
    ask(
      sample,
      LEAVING,
      { blockTag: 'safe' },
      {
        covers: ['when.blockTag.present', 'form.blockTag.safe', `when.everywhere.${sample.id}`],
        ...given(sample),
        ...open,
      },
    ),
    ask(sample, UNSAFE, { blockTag: 'safe' }, { covers: ['when.blockTag.present'], ...nothing }),
    ask(
      sample,
      UNSAFE,
      { blockTag: 'finalized' },
      { covers: ['form.blockTag.finalized'], ...nothing, ...open },
    ),
    {
      ...standing(sample),
      name: `${sample.id} of something final with blockTag=finalized`,
      covers: ['form.blockTag.finalized', 'when.cache.tag'],
      path: pathOf(sample.path, { ...sample.values, blockTag: 'finalized' }),
      answers: { 'cache-control': 'no-store' },
    },
  ];
}

/** Selects a block of mainnet by number or time. */
function at(
  sample: Sample,
  which: keyof Moments,
  query: (moment: Moment) => Readonly<Record<string, string>>,
  expected: Pick<Case, 'covers' | 'answers'> & Partial<Case>,
): Case {
  const { id, path, values } = sample;
  const words = Object.keys(query({ number: '', time: '' })).join(' and ');
  return {
    ...standing(sample),
    name: `${id} with ${words} of the block "${which}"`,
    path: ({ moments }: Stage) => pathOf(path, { ...values, ...query(moments[which]) }),
    ...expected,
  };
}

function blocks(sample: Sample): Case[] {
  const atBlock = ({ number }: Moment) => ({ atBlock: number });
  const named = { 'x-block-number': ({ moments }: Stage) => moments.granted.number };
  const final = { 'cache-control': IMMUTABLE };
  return [
    at(sample, 'before', atBlock, {
      covers: ['when.atBlock.present', 'when.past.before', `when.everywhere.${sample.id}`],
      body: sample.nothing,
      answers: final,
    }),
    at(sample, 'granted', atBlock, {
      covers: ['form.blockNumber.decimal', 'when.past.end', 'when.past.eventful', 'when.cache.block'],
      answers: { ...named, ...final, 'x-block-hash': /^0x[0-9a-f]{64}$/ },
    }),
    at(sample, 'granted', ({ number }) => ({ atBlock: `00${number}` }), {
      covers: ['form.blockNumber.zeros'],
      answers: named,
    }),
    at(sample, 'quiet', atBlock, {
      covers: ['when.past.quiet'],
      answers: {
        ...final,
        'x-block-number': ({ moments }: Stage) => moments.quiet.number,
        'x-block-hash': null,
        'x-block-timestamp': null,
      },
    }),
    at(sample, 'latest', atBlock, {
      covers: ['when.cache.open'],
      answers: { 'cache-control': 'no-store' },
    }),
  ];
}

function times(sample: Sample): Case[] {
  const atTime = ({ time }: Moment) => ({ atTime: time });
  return [
    at(sample, 'before', atTime, {
      covers: ['when.atTime.present', 'form.time.seconds', `when.everywhere.${sample.id}`],
      body: sample.nothing,
      answers: { 'x-block-number': ({ moments }: Stage) => moments.before.number },
    }),
    at(sample, 'granted', atTime, {
      covers: ['when.atTime.present', 'when.time.at', 'when.cache.time'],
      answers: {
        'x-block-number': ({ moments }: Stage) => moments.granted.number,
        'cache-control': IMMUTABLE,
      },
    }),
    at(sample, 'quiet', atTime, { covers: ['when.time.between'], answers: {} }),
  ];
}

function least(sample: Sample): Case[] {
  const reached = ({ number }: Moment) => ({ minBlock: number });
  const expected = { answers: { 'x-chain-id': '1' } };
  return [
    at(sample, 'latest', reached, {
      covers: ['when.minBlock.present', 'when.min.reached', `when.everywhere.${sample.id}`],
      answers: { 'x-block-number': ({ moments }: Stage) => moments.latest.number },
    }),
    at(sample, 'granted', ({ number }) => ({ minBlock: number, blockTag: 'safe' }), {
      covers: ['when.min.tag'],
      ...expected,
    }),
    at(sample, 'granted', ({ number }) => ({ minBlock: number, consistency: 'strict' }), {
      covers: ['when.min.strict'],
      ...expected,
    }),
  ];
}

const strictList = BALANCE_KINDS.map(
  (kind) => `"tokenType":"${WRITTEN[kind].tokenType}","amount":${strictAmountOf(kind)}\\}`,
).join(',.*');

function strictly(sample: Sample): Case[] {
  const strict = { consistency: 'strict' };
  const nothing = { body: sample.nothing };
  const two = {
    answers: {
      'x-block-number': ({ moments }: Stage) => moments.latest.number,
      [SAFE]: /^\d+$/,
      'cache-control': 'no-store',
    },
  };
  return [
    ask(sample, UNSAFE, {}, { covers: ['when.consistency.default'], ...given(sample) }),
    ask(
      sample,
      UNSAFE,
      { consistency: 'latest' },
      { covers: ['form.consistency.latest'], ...given(sample), answers: { [SAFE]: null } },
    ),
    ask(sample, UNSAFE, strict, {
      covers: ['when.consistency.present', 'form.consistency.strict', 'when.strict.granted'],
      ...nothing,
      ...two,
    }),
    ask(sample, LEAVING, strict, {
      covers: ['when.strict.revoked', `when.everywhere.${sample.id}`],
      ...nothing,
      ...two,
    }),
    ask(sample, WAVERING, {}, { covers: ['when.strict.interrupted'], ...given(sample) }),
    // The registry says yes at both blocks.
    unjudged(ask(sample, WAVERING, strict, { covers: ['when.strict.interrupted'], ...nothing, ...two })),
    {
      ...standing(sample),
      name: `${sample.id} of something safe with consistency=strict`,
      covers: ['when.strict.both', 'header.X-Safe-Block-Number'],
      path: pathOf(sample.path, { ...sample.values, ...strict }),
      ...two,
    },
    ...(sample.kind && isBalance(sample.kind)
      ? [
          ask(sample, SHIFTING, strict, {
            covers: ['when.strict.balance'],
            body: strictAmountOf(sample.kind),
            ...two,
          }),
        ]
      : []),
    ...(sample.id === 'v2List'
      ? [
          ask(sample, SHIFTING, strict, {
            covers: ['when.strict.list'],
            body: new RegExp(`${strictList}\\]$`),
            ...two,
          }),
        ]
      : []),
  ];
}

export const STATUS_200_WHEN: readonly Case[] = [
  ...SAMPLES.flatMap((sample) => [
    ...tags(sample),
    ...blocks(sample),
    ...times(sample),
    ...least(sample),
    ...strictly(sample),
  ]),
];
