/** 200: every check and list at the requested block or time, and strictly. */
import { type Case, IMMUTABLE, OPEN } from './conformance-case.ts';
import { BALANCE_KINDS, LEAVING, SHIFTING, strictAmountOf, UNSAFE, WAVERING } from './grants.ts';
import { given, late, SAMPLES, type Sample } from './samples.ts';
import { isBalance, WRITTEN } from './written-kinds.ts';

const SAFE = 'x-safe-block-number';
const at = (which: string) => ({ 'x-block-number': `(${which}.number)` });

function tags(sample: Sample): Case[] {
  const { id, nothing: body, ask } = sample;
  const leaving = late(sample, LEAVING);
  const unsafe = late(sample, UNSAFE);
  const answers = { ...OPEN, [SAFE]: null };
  const everywhere = `when.everywhere.${id}`;
  return [
    ask('when.blockTag.default', leaving, body),
    ask('form.blockTag.latest', { ...leaving, blockTag: 'latest' }, { body, answers }),
    ask(
      `when.blockTag.present form.blockTag.safe ${everywhere}`,
      { ...leaving, blockTag: 'safe' },
      { ...given(sample), answers },
    ),
    ask('when.blockTag.present', { ...unsafe, blockTag: 'safe' }, body),
    ask('form.blockTag.finalized', { ...unsafe, blockTag: 'finalized' }, { body, answers }),
    ask('form.blockTag.finalized when.cache.tag', 'blockTag=finalized', { answers: OPEN }),
  ];
}

function blocks({ id, nothing: body, ask }: Sample): Case[] {
  const granted = 'form.blockNumber.decimal when.past.end when.past.eventful when.cache.block';
  return [
    ask(`when.atBlock.present when.past.before when.everywhere.${id}`, 'atBlock=(before.number)', {
      body,
      answers: IMMUTABLE,
    }),
    ask(granted, 'atBlock=(granted.number)', {
      answers: { ...at('granted'), ...IMMUTABLE, 'x-block-hash': /^0x[0-9a-f]{64}$/ },
    }),
    ask('form.blockNumber.zeros', 'atBlock=00(granted.number)', { answers: at('granted') }),
    ask('when.past.quiet', 'atBlock=(quiet.number)', {
      answers: { ...IMMUTABLE, ...at('quiet'), 'x-block-hash': null, 'x-block-timestamp': null },
    }),
    ask('when.cache.open', 'atBlock=(latest.number)', { answers: OPEN }),
  ];
}

function times({ id, nothing: body, ask }: Sample): Case[] {
  return [
    ask(`when.atTime.present form.time.seconds when.everywhere.${id}`, 'atTime=(before.time)', {
      body,
      answers: at('before'),
    }),
    ask('when.atTime.present when.time.at when.cache.time', 'atTime=(granted.time)', {
      answers: { ...at('granted'), ...IMMUTABLE },
    }),
    ask('when.time.between', 'atTime=(quiet.time)'),
  ];
}

function least({ id, ask }: Sample): Case[] {
  return [
    ask(`when.minBlock.present when.min.reached when.everywhere.${id}`, 'minBlock=(latest.number)', {
      answers: at('latest'),
    }),
    ask('when.min.tag', 'minBlock=(granted.number)&blockTag=safe'),
    ask('when.min.strict', 'minBlock=(granted.number)&consistency=strict'),
  ];
}

const strictList = BALANCE_KINDS.map(
  (kind) => `"tokenType":"${WRITTEN[kind].tokenType}","amount":${strictAmountOf(kind)}\\}`,
).join(',.*');

function strictly(sample: Sample): Case[] {
  const { id, kind, nothing: body, ask } = sample;
  const strict = { consistency: 'strict' };
  const [unsafe, leaving, wavering, shifting] = [UNSAFE, LEAVING, WAVERING, SHIFTING].map((cold) =>
    late(sample, cold),
  );
  const answers = { ...at('latest'), [SAFE]: /^\d+$/, ...OPEN };
  const granted = 'when.consistency.present form.consistency.strict when.strict.granted';
  const shifted = { ...shifting, ...strict };
  return [
    ask('when.consistency.default', unsafe, given(sample)),
    ask(
      'form.consistency.latest',
      { ...unsafe, consistency: 'latest' },
      { ...given(sample), answers: { [SAFE]: null } },
    ),
    ask(granted, { ...unsafe, ...strict }, { body, answers }),
    ask(`when.strict.revoked when.everywhere.${id}`, { ...leaving, ...strict }, { body, answers }),
    ask('when.strict.interrupted', wavering, given(sample)),
    ask('when.strict.interrupted', { ...wavering, ...strict }, { body, answers, interrupted: true }),
    ask('when.strict.both header.X-Safe-Block-Number', strict, { answers }),
    ...(kind && isBalance(kind)
      ? [ask('when.strict.balance', shifted, { body: strictAmountOf(kind), answers })]
      : []),
    ...(id === 'v2List'
      ? [ask('when.strict.list', shifted, { body: new RegExp(`${strictList}\\]$`), answers })]
      : []),
  ];
}

export const STATUS_200_WHEN: readonly Case[] = SAMPLES.flatMap((sample) => [
  ...tags(sample),
  ...blocks(sample),
  ...times(sample),
  ...least(sample),
  ...strictly(sample),
]);
