/** 200: checks with `explain=true` return their value, the delegations behind it, and the block. */
import { type Case, expectAt, IMMUTABLE, JSON_TYPE, OPEN } from './conformance-case.ts';
import { COLLECTION, GENEROUS, HOT, LEAVING, MAX, STRANGER, UNSAFE, WAVERING } from './grants.ts';
import { FIELDS, inStrings, reasonOf } from './records.ts';
import { CHECK_SAMPLES, late, quoted } from './samples.ts';

const OF_REASON = ['registry', ...FIELDS.v2, 'expiresAt', 'block', 'transaction', 'since'];
const literally = (text: string) => text.replaceAll(/[[\]{}()|^$.*+?\\]/g, '\\$&');
/** The place of the grant; the suite verifies each on the chain. */
const PLACE = ',"expiresAt":null,"block":\\d+,"transaction":"0x[0-9a-f]{64}","since":\\d{10}\\}';
const BLOCK = '\\{"number":\\d+,"hash":"0x[0-9a-f]{64}","timestamp":\\d{10}\\}';
const SAFE = ',"safeBlock":\\d+';

/** Returns a pattern for the exact body, given the reasons without their places. */
const explained = (value: string, because: readonly string[], end = '') =>
  new RegExp(
    `^\\{"value":${value},"because":\\[${because.map((each) => literally(each) + PLACE).join(',')}\\],"block":${BLOCK}${end}\\}$`,
  );

export const STATUS_200_REASONS: readonly Case[] = [
  ...CHECK_SAMPLES.flatMap((sample) => {
    const { id, version, kind, stands, nothing, ask } = sample;
    const reasons = [reasonOf(version, kind)];
    const fields = OF_REASON.map((field) => `because.${field}.${version}.${kind}`).join(' ');
    return [
      ask(
        `explain.present explain.everywhere.${id} form.boolean.true explain.value explain.block explain.order explain.numbers ${fields}`,
        'explain=true',
        { body: explained(stands, reasons), answers: { 'content-type': JSON_TYPE, ...OPEN } },
      ),
      ask(
        'explain.numbers-string',
        'explain=true&numbers=string',
        explained(quoted(stands), [reasonOf(version, kind, inStrings)]),
      ),
      ask('form.boolean.false explain.default', 'explain=false'),
      ask('explain.nothing', { hot: STRANGER, explain: 'true' }, explained(nothing, [])),
      ask('explain.quiet', 'explain=true&atBlock=(quiet.number)', {
        body: /"block":\{"number":\d+,"hash":null,"timestamp":null\}\}$/,
        answers: IMMUTABLE,
      }),
      ask('explain.strict', 'explain=true&consistency=strict', explained(stands, reasons, SAFE)),
      ...[UNSAFE, LEAVING, WAVERING].map((cold) =>
        ask(
          'explain.strict-nothing',
          { ...late(sample, cold), explain: 'true', consistency: 'strict' },
          { body: explained(nothing, [], SAFE), interrupted: cold === WAVERING },
        ),
      ),
    ];
  }),
  // A broader delegation is the reason of a narrower check.
  ...CHECK_SAMPLES.filter(({ kind }) => kind !== 'all').map(({ version, nothing, ask }) =>
    ask(
      'explain.broader',
      { hot: HOT.all, explain: 'true' },
      explained(nothing === '0' ? String(MAX) : 'true', [reasonOf(version, 'all')]),
    ),
  ),
  // Every reason is told, the broadest first.
  expectAt(
    'explain.all',
    `/registry/v2/check/erc20?delegate=${GENEROUS}&vault=${GENEROUS}&contract=${COLLECTION}&explain=true`,
    /"because":\[\{"registry":"v2","type":"ALL".*\},\{"registry":"v2","type":"CONTRACT".*\},\{"registry":"v2","type":"TOKEN".*\}\],"block"/,
  ),
];
