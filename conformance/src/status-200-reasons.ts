/** 200: checks with `explain=true` return their value, the delegations behind it, and the block. */
import { grantOf, type Kind } from '@mandate/core';
import { type Case, pathOf, type Stage } from './conformance-case.ts';
import { reasonOf } from './records.ts';
import {
  amountOf,
  COLLECTION,
  GENEROUS,
  give,
  HOT,
  holds,
  LATE_HOT,
  LEAVING,
  questionOf,
  SAMPLES,
  type Sample,
  STRANGER,
  UNSAFE,
  WAVERING,
} from './samples.ts';
import { coldOf, judged, standing } from './status-200-parameters.ts';

const FIELDS = [
  ...['registry', 'type', 'from', 'to', 'contract', 'tokenId', 'rights', 'tokenType', 'amount'],
  ...['expiresAt', 'block', 'transaction', 'since'],
];
const literally = (text: string) => text.replaceAll(/[[\]{}()|^$.*+?\\]/g, '\\$&');
/** The place of the grant; the suite verifies each on the chain. */
const PLACE = ',"expiresAt":null,"block":\\d+,"transaction":"0x[0-9a-f]{64}","since":\\d{10}\\}';
const BLOCK = '\\{"number":\\d+,"hash":"0x[0-9a-f]{64}","timestamp":\\d{10}\\}';

/** Returns a pattern for the exact body, given the reasons without their places. */
const explained = (value: string, because: readonly string[], end = '') =>
  new RegExp(
    `^\\{"value":${value},"because":\\[${because.map((each) => literally(each) + PLACE).join(',')}\\],"block":${BLOCK}${end}\\}$`,
  );

const CHECKS = SAMPLES.filter((sample): sample is Sample & { kind: Kind } => sample.kind !== null);

const ofChecks: Case[] = CHECKS.flatMap((sample) => {
  const { id, version, kind, path, values, nothing } = sample;
  const value = holds(sample, amountOf(sample));
  const inStrings = value === 'true' ? value : `"${value}"`;
  const usual = { ...standing(sample), explained: true };
  const hot = Object.keys(values).find((name) => name === 'to' || name === 'delegate') ?? '';
  const late = { ...values, [hot]: LATE_HOT[kind], explain: 'true', consistency: 'strict' };
  return [
    {
      ...usual,
      name: `${id} explains what stands`,
      covers: [
        ...[
          'explain.present',
          `explain.everywhere.${id}`,
          'form.boolean.true',
          'explain.value',
          'explain.block',
        ],
        ...[
          'explain.order',
          'explain.numbers',
          ...FIELDS.map((field) => `because.${field}.${version}.${kind}`),
        ],
      ],
      path: pathOf(path, { ...values, explain: 'true' }),
      body: explained(value, [reasonOf(version, kind)]),
      answers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    },
    {
      ...usual,
      name: `${id} explains with numbers=string`,
      covers: ['explain.numbers-string'],
      path: pathOf(path, { ...values, explain: 'true', numbers: 'string' }),
      body: explained(inStrings, [reasonOf(version, kind, true)]),
    },
    {
      ...standing(sample),
      name: `${id} with explain=false`,
      covers: ['form.boolean.false', 'explain.default'],
      path: pathOf(path, { ...values, explain: 'false' }),
    },
    {
      name: `${id} has no reason for what does not stand`,
      covers: ['explain.nothing'],
      path: pathOf(path, { ...values, [hot]: STRANGER, explain: 'true' }),
      status: 200,
      body: explained(nothing, []),
      explained: true,
      ...judged(sample, { to: STRANGER }),
    },
    {
      ...usual,
      name: `${id} explains what stood at a block in which nothing happened`,
      covers: ['explain.quiet'],
      path: ({ moments }: Stage) =>
        pathOf(path, { ...values, explain: 'true', atBlock: moments.quiet.number }),
      body: /"block":\{"number":\d+,"hash":null,"timestamp":null\}\}$/,
      answers: { 'cache-control': 'public, max-age=31536000, immutable' },
    },
    {
      ...usual,
      name: `${id} explains strictly`,
      covers: ['explain.strict'],
      path: pathOf(path, { ...values, explain: 'true', consistency: 'strict' }),
      body: explained(value, [reasonOf(version, kind)], ',"safeBlock":\\d+'),
    },
    ...[UNSAFE, LEAVING, WAVERING].map((cold) => ({
      name: `${id} has no reason for what is not strictly so, of ${cold.slice(0, 8)}`,
      covers: ['explain.strict-nothing'],
      path: pathOf(path, { ...late, [coldOf(sample)]: cold }),
      status: 200,
      body: explained(nothing, [], ',"safeBlock":\\d+'),
      explained: true,
      // The registry says yes at both blocks to a grant that was interrupted between them.
      ...(cold === WAVERING ? {} : judged(sample, { from: cold, to: LATE_HOT[kind] })),
    })),
  ];
});

/** A broader delegation is the reason of a narrower check. */
const ofBreadth: Case[] = CHECKS.filter(({ kind }) => kind !== 'all').map((sample) => {
  const { id, version, path, values, nothing } = sample;
  const hot = 'to' in values ? 'to' : 'delegate';
  const most = '115792089237316195423570985008687907853269984665640564039457584007913129639935';
  return {
    name: `${id} is so because of the whole wallet`,
    covers: ['explain.broader'],
    path: pathOf(path, { ...values, [hot]: HOT.all, explain: 'true' }),
    status: 200,
    body: explained(nothing === '0' ? most : 'true', [reasonOf(version, 'all')]),
    explained: true,
    asks: questionOf(sample, { to: HOT.all }),
  };
});

const ofAll: Case[] = [
  {
    name: 'every reason is told, the broadest first',
    covers: ['explain.all'],
    path: `/registry/v2/check/erc20?delegate=${GENEROUS}&vault=${GENEROUS}&contract=${COLLECTION}&explain=true`,
    status: 200,
    body: /"because":\[\{"registry":"v2","type":"ALL".*\},\{"registry":"v2","type":"CONTRACT".*\},\{"registry":"v2","type":"TOKEN".*\}\],"block"/,
    explained: true,
    asks: grantOf(give('v2', 'erc20', { from: GENEROUS, to: GENEROUS })),
  },
];

export const STATUS_200_REASONS: readonly Case[] = [...ofChecks, ...ofBreadth, ...ofAll];
