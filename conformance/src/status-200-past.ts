/** 200: formats of a time, a known past of an outdated chain, and pages of a past block. */
import { type Case, pathOf, type Stage } from './conformance-case.ts';
import { LISTS } from './records.ts';
import { COLD, SAMPLES } from './samples.ts';
import { standing } from './status-200-parameters.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The ledger of this chain is written by hand: its block 40 is exactly on the minute. */
const onTheMinute: Case[] = Object.entries({
  iso: '2023-11-14T22:14:00Z',
  'iso-minutes': '2023-11-14T22:14Z',
  'iso-fraction': '2023-11-14T22:14:00.999Z',
  'iso-zone': '2023-11-15T00:14:00+02:00',
}).flatMap(([line, atTime]) =>
  SAMPLES.map(({ id, path, values }) => ({
    name: `${id} with atTime ${atTime}`,
    covers: [`form.time.${line}`],
    path: pathOf(path, { ...values, chainId: '43114', atTime }),
    status: 200,
    answers: { 'x-block-number': '40', 'x-block-timestamp': '1700000040', 'cache-control': 'no-store' },
  })),
);

/** Finalized blocks stay known, however outdated the chain's data is. */
const ofOldChains: Case[] = SAMPLES.flatMap(({ id, path, values, nothing }) =>
  (['56', '100'] as const).map((chainId) => ({
    name: `${id} of a final block, of chain ${chainId} which is not up to date`,
    covers: [`when.past.${chainId === '56' ? 'behind' : 'silent'}`],
    path: pathOf(path, { ...values, chainId, atBlock: '0' }),
    status: 200,
    body: nothing,
    answers: { 'x-chain-id': chainId, 'x-block-number': '0', 'cache-control': IMMUTABLE },
  })),
);

/** Only some blocks of v1 are uncertain, and none of v2. */
const ofCertainty: Case[] = SAMPLES.flatMap((sample) => {
  const { id, path, values, version } = sample;
  const { asks: _, lists: __, answers: ___, ...expected } = standing(sample);
  const certain = version === 'v1' ? ['19', '30', '50'] : ['19', '20', '29', '30'];
  return certain.map((atBlock) => ({
    ...expected,
    name: `${id} at block ${atBlock} of a chain that was not certain from 20 to 29`,
    covers: [version === 'v1' ? 'when.uncertain.around' : 'when.uncertain.v2'],
    path: pathOf(path, { ...values, chainId: '43114', atBlock }),
  }));
});

/** An imported ledger whose current rows are proved: the present is known before the past. */
const ofImported: Case[] = SAMPLES.flatMap((sample) => {
  const { id, path, values } = sample;
  const { asks: _, lists: __, answers: ___, ...expected } = standing(sample);
  return [
    { line: 'now', query: {} },
    { line: 'since', query: { atBlock: '40' } },
  ].map(({ line, query }) => ({
    ...expected,
    name: `${id} of a chain whose past is not verified: ${line}`,
    covers: [`when.unverified.${line}`],
    path: pathOf(path, { ...values, chainId: '42220', ...query }),
  }));
});

const ofPages: Case[] = [
  {
    name: 'a page of a past block goes on in it',
    covers: ['when.page.same', 'when.cache.page'],
    path: ({ cursors, finalBlock }: Stage) =>
      pathOf('/registry/v2/:wallet', { wallet: COLD, atBlock: finalBlock, cursor: cursors.past }),
    status: 200,
    body: LISTS.v2.coldAfterFirst,
    answers: { 'x-block-number': ({ finalBlock }) => finalBlock, 'cache-control': IMMUTABLE },
  },
  {
    name: 'a page of a strict list goes on at both of its blocks',
    covers: ['when.page.same'],
    path: ({ cursors }: Stage) =>
      pathOf('/registry/v2/:wallet', { wallet: COLD, consistency: 'strict', cursor: cursors.strict }),
    status: 200,
    body: LISTS.v2.coldAfterFirst,
    answers: { 'x-safe-block-number': /^\d+$/ },
  },
  {
    name: 'the next page is asked for with the block of this one',
    covers: ['when.page.link'],
    path: ({ finalBlock }: Stage) => `/registry/v2/${COLD}?atBlock=${finalBlock}&limit=1`,
    status: 200,
    body: LISTS.v2.coldFirst,
    answers: { link: /\?atBlock=\d+&limit=1&cursor=[\w-]+>; rel="next"$/, 'cache-control': IMMUTABLE },
  },
];

export const STATUS_200_PAST: readonly Case[] = [
  ...onTheMinute,
  ...ofOldChains,
  ...ofCertainty,
  ...ofImported,
  ...ofPages,
];
