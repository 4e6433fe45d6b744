/** 200: formats of a time, a known past of an outdated chain, and pages of a past block. */
import { type Case, expectAt, IMMUTABLE, OPEN } from './conformance-case.ts';
import { COLD } from './grants.ts';
import { LISTS } from './records.ts';
import { SAMPLES } from './samples.ts';

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

const ofChains: Case[] = SAMPLES.flatMap(({ version, nothing, ask }) => [
  ...Object.entries(TIMES).map(([line, atTime]) =>
    ask(`form.time.${line}`, { chainId: '43114', atTime }, { answers: onTheMinute }),
  ),
  // Finalized blocks stay known, however outdated the chain's data is.
  ...Object.entries({ behind: '56', silent: '100' }).map(([line, chainId]) =>
    ask(`when.past.${line}`, `chainId=${chainId}&atBlock=0`, {
      body: nothing,
      answers: { 'x-block-number': '0', ...IMMUTABLE },
    }),
  ),
  ...CERTAIN[version].map((atBlock) =>
    ask(`when.uncertain.${version === 'v1' ? 'around' : 'v2'}`, { chainId: '43114', atBlock }),
  ),
  // An imported ledger whose current rows are proved: the present is known before the past.
  ask('when.unverified.now', 'chainId=42220'),
  ask('when.unverified.since', 'chainId=42220&atBlock=40'),
]);

const cold = `/registry/v2/${COLD}`;
const ofPages: Case[] = [
  expectAt('when.page.same when.cache.page', `${cold}?atBlock=(final.number)&cursor=(cursor.past)`, {
    body: LISTS.v2.coldAfterFirst,
    answers: { 'x-block-number': '(final.number)', ...IMMUTABLE },
  }),
  expectAt('when.page.same', `${cold}?consistency=strict&cursor=(cursor.strict)`, {
    body: LISTS.v2.coldAfterFirst,
    answers: { 'x-safe-block-number': /^\d+$/ },
  }),
  expectAt('when.page.link', `${cold}?atBlock=(final.number)&limit=1`, {
    body: LISTS.v2.coldFirst,
    answers: { link: /\?atBlock=\d+&limit=1&cursor=[\w-]+>; rel="next"$/, ...IMMUTABLE },
  }),
];

export const STATUS_200_PAST: readonly Case[] = [...ofChains, ...ofPages];
