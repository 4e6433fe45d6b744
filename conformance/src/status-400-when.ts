/** 400: conflicting blocks, and blocks and times that cannot be requested. */
import { type Case, pathOf, type Stage } from './conformance-case.ts';
import { COLD, SAMPLES } from './samples.ts';
import { refusal } from './status-400.ts';

/** Parameters that name a block. */
const NAMES = {
  tag: { blockTag: 'safe' },
  latest: { blockTag: 'latest' },
  block: { atBlock: '3' },
  time: { atTime: '1767225600' },
  strict: { consistency: 'strict' },
  min: { minBlock: '3' },
} as const;
const PAIRS = [
  ['tag', 'block'],
  ['tag', 'time'],
  ['tag', 'strict'],
  ['latest', 'block'],
  ['latest', 'time'],
  ['block', 'time'],
  ['block', 'strict'],
  ['time', 'strict'],
  ['block', 'min'],
  ['time', 'min'],
] as const;

const ofPairs: Case[] = SAMPLES.flatMap(({ id, path, values }) =>
  PAIRS.map(([one, other]) => {
    const both = { ...NAMES[one], ...NAMES[other] };
    const [first = '', second = ''] = Object.keys(both);
    return {
      name: `${id} with ${one} and ${other}: ${first} and ${second}`,
      covers: [`when.conflict.${one}-${other}`],
      path: pathOf(path, { ...values, ...both }),
      ...refusal([
        [first, `cannot be sent together with ${second}: each chooses a block. Send one of them.`],
        [second, `cannot be sent together with ${first}: each chooses a block. Send one of them.`],
      ]),
    };
  }),
);

const ofHistory: Case[] = SAMPLES.flatMap(({ id, path, values }) => [
  {
    name: `${id} at a block before the first`,
    covers: ['when.range.first-block'],
    path: pathOf(path, { ...values, chainId: '43114', atBlock: '9' }),
    ...refusal([
      ['atBlock', 'is before block 10, the first of Avalanche that can be asked for: send a later one.'],
    ]),
  },
  {
    name: `${id} at a time before the first`,
    covers: ['when.range.first-time'],
    path: pathOf(path, { ...values, chainId: '43114', atTime: '1700000009' }),
    ...refusal([
      [
        'atTime',
        'is before 2023-11-14T22:13:30Z, the first time of Avalanche that can be asked for: send a later one.',
      ],
    ]),
  },
  {
    name: `${id} at a time to come`,
    covers: ['when.range.future'],
    path: pathOf(path, { ...values, atTime: '2126-01-01T00:00:00Z' }),
    ...refusal([['atTime', 'is 2126-01-01T00:00:00Z, which is in the future: send an earlier one.']]),
  },
]);

const another = refusal([
  ['cursor', 'belongs to a list at another block: send the parameters of the earlier page.'],
]);
const page = (name: 'past' | 'strict' | 'v2', query: Readonly<Record<string, string>>): Case => ({
  name: `a page of ${name === 'v2' ? 'now' : name} that goes on with ${JSON.stringify(query)}`,
  covers: ['when.page.another'],
  path: ({ cursors }: Stage) =>
    pathOf('/registry/v2/:wallet', { wallet: COLD, ...query, cursor: cursors[name] }),
  ...another,
});

const ofPages: Case[] = [
  page('past', {}),
  page('past', { atBlock: '1' }),
  page('past', { blockTag: 'safe' }),
  page('strict', {}),
  page('strict', { blockTag: 'safe' }),
  page('v2', { consistency: 'strict' }),
  page('v2', { blockTag: 'finalized' }),
  page('v2', { atTime: '1767225600' }),
  {
    name: 'a page of a block below the least',
    covers: ['when.page.min'],
    path: ({ cursors }: Stage) =>
      pathOf('/registry/v2/:wallet', { wallet: COLD, minBlock: '1000000', cursor: cursors.v2 }),
    ...refusal([['minBlock', 'at which this list was read: start again without "cursor".']]),
  },
];

export const STATUS_400_WHEN: readonly Case[] = [...ofPairs, ...ofHistory, ...ofPages];
