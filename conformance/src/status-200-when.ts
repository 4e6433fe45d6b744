/** 200: every check and list at the requested block or time, and strictly. */
import { type Case, expectAt, IMMUTABLE, OPEN, type Query } from './conformance-case.ts';
import { BALANCE_KINDS, COLD, LEAVING, SHIFTING, strictAmountOf, UNSAFE, WAVERING } from './grants.ts';
import { LISTS } from './records.ts';
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

const TIMES = {
  iso: '2023-11-14T22:14:00Z',
  'iso-minutes': '2023-11-14T22:14Z',
  'iso-fraction': '2023-11-14T22:14:00.999Z',
  'iso-zone': '2023-11-15T00:14:00+02:00',
};
/** Block 40 of the chain that is written by hand. */
const onTheMinute = { 'x-block-number': '40', 'x-block-timestamp': '1700000040', ...OPEN };
/** Only some blocks of v1 are uncertain, and none of v2. */
const CERTAIN = { v1: ['19', '30', '50'], v2: ['19', '20', '29', '30'] };

/** A known past of chains whose present, or another part of whose past, is unknown. */
function ofOutdated({ version, nothing: body, ask }: Sample): Case[] {
  return [
    ...Object.entries(TIMES).map(([line, atTime]) =>
      ask(`form.time.${line}`, { chainId: '43114', atTime }, { answers: onTheMinute }),
    ),
    // Finalized blocks stay known, however outdated the chain's data is.
    ...Object.entries({ behind: '56', silent: '100' }).map(([line, chainId]) =>
      ask(`when.past.${line}`, `chainId=${chainId}&atBlock=0`, {
        body,
        answers: { 'x-block-number': '0', ...IMMUTABLE },
      }),
    ),
    ...CERTAIN[version].map((atBlock) =>
      ask(`when.uncertain.${version === 'v1' ? 'around' : 'v2'}`, { chainId: '43114', atBlock }),
    ),
    // An imported ledger whose current rows are proved: the present is known before the past.
    ask('when.unverified.now', 'chainId=42220'),
    ask('when.unverified.since', 'chainId=42220&atBlock=40'),
  ];
}

/** The newest blocks of this chain are provisional: its safe block is 25, its newest 50. */
const PROVISIONAL = '7777777';
const atSafe = {
  'x-block-number': '25',
  'x-block-hash': `0xa${'19'.padStart(63, '0')}`,
  'x-block-timestamp': '1700000025',
  [SAFE]: '25',
  ...OPEN,
};

function provisionally(sample: Sample): Case[] {
  const line = 'when.strict.provisional';
  const strict = (covers: string, query: Query = {}, body: string | RegExp = sample.stands) =>
    sample.ask(covers, { ...query, consistency: 'strict', chainId: PROVISIONAL }, { body, answers: atSafe });
  return [
    strict(line),
    ...[UNSAFE, LEAVING].map((cold) => strict(line, late(sample, cold), sample.nothing)),
    strict('when.min.provisional', { minBlock: '25' }),
    sample.ask(line, { chainId: PROVISIONAL }, { answers: { 'x-block-number': '50', [SAFE]: null } }),
    // The reason began before the safe block, though its amount was changed later.
    ...(sample.id === 'v2CheckErc20'
      ? [
          strict(
            'explain.provisional',
            { ...late(sample, SHIFTING), explain: 'true' },
            /^\{"value":5,"because":\[\{.*"amount":5,"expiresAt":null,"block":12,.*\}\],"block":\{"number":25,.*\},"safeBlock":25\}$/,
          ),
        ]
      : []),
  ];
}

const list = `/registry/v2/${COLD}`;
const body = LISTS.v2.coldAfterFirst;
const final = { ...at('final'), ...IMMUTABLE };

export const STATUS_200_WHEN: readonly Case[] = [
  ...SAMPLES.flatMap((sample) =>
    [tags, blocks, times, least, strictly, ofOutdated, provisionally].flatMap((create) => create(sample)),
  ),
  expectAt('when.page.same when.cache.page', `${list}?atBlock=(final.number)&cursor=(cursor.past)`, {
    body,
    answers: final,
  }),
  expectAt('when.page.same', `${list}?consistency=strict&cursor=(cursor.strict)`, {
    body,
    answers: { [SAFE]: /^\d+$/ },
  }),
  expectAt('when.page.link', `${list}?atBlock=(final.number)&limit=1`, {
    body: LISTS.v2.coldFirst,
    answers: { link: /\?atBlock=\d+&limit=1&cursor=[\w-]+>; rel="next"$/, ...IMMUTABLE },
  }),
];
