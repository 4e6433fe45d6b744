/** 400: conflicting blocks, and blocks and times that cannot be requested. */
import { type Case, expectAt, refuses } from './conformance-case.ts';
import { COLD } from './grants.ts';
import { SAMPLES } from './samples.ts';

/** Parameters that name a block. */
const NAMES = {
  tag: 'blockTag=safe',
  latest: 'blockTag=latest',
  block: 'atBlock=3',
  time: 'atTime=1767225600',
  strict: 'consistency=strict',
  min: 'minBlock=3',
} as const;
const PAIRS = [
  ...['tag-block', 'tag-time', 'tag-strict', 'latest-block', 'latest-time'],
  ...['block-time', 'block-strict', 'time-strict', 'block-min', 'time-min'],
];

const conflict = (name: string, other: string) =>
  [name, `cannot be sent together with ${other}: each chooses a block. Send one of them.`] as const;
const OF_AVALANCHE = 'of Avalanche that can be asked for: send a later one.';
const RANGES = {
  'first-block': ['chainId=43114&atBlock=9', `is before block 10, the first ${OF_AVALANCHE}`],
  'first-time': [
    'chainId=43114&atTime=1700000009',
    `is before 2023-11-14T22:13:30Z, the first time ${OF_AVALANCHE}`,
  ],
  future: [
    'atTime=2126-01-01T00%3A00%3A00Z',
    'is 2126-01-01T00:00:00Z, which is in the future: send an earlier one.',
  ],
} as const;

const LIST = `/registry/v2/${COLD}`;
const another = refuses([
  'cursor',
  'belongs to a list at another block: send the parameters of the earlier page.',
]);

export const STATUS_400_WHEN: readonly Case[] = [
  ...SAMPLES.flatMap(({ ask }) => [
    ...PAIRS.map((line) => {
      const pairs = line.split('-').map((word) => NAMES[word as keyof typeof NAMES]);
      const [first = '', second = ''] = pairs.map((pair) => pair.split('=')[0]);
      const refused = refuses(conflict(first, second), conflict(second, first));
      return ask(`when.conflict.${line}`, pairs.join('&'), refused);
    }),
    ...Object.entries(RANGES).map(([line, [query, says]]) =>
      ask(`when.range.${line}`, query, refuses([query.includes('atBlock') ? 'atBlock' : 'atTime', says])),
    ),
  ]),
  ...[
    ...['cursor=(cursor.past)', 'atBlock=1&cursor=(cursor.past)', 'blockTag=safe&cursor=(cursor.past)'],
    ...['cursor=(cursor.strict)', 'blockTag=safe&cursor=(cursor.strict)'],
    ...['consistency=strict', 'blockTag=finalized', 'atTime=1767225600'].map(
      (when) => `${when}&cursor=(cursor.v2)`,
    ),
  ].map((query) => expectAt('when.page.another', `${LIST}?${query}`, another)),
  expectAt(
    'when.page.min',
    `${LIST}?minBlock=1000000&cursor=(cursor.v2)`,
    refuses(['minBlock', 'at which this list was read: start again without "cursor".']),
  ),
];
