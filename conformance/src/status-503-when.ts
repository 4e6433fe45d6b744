/** 503: blocks and times that are not indexed yet, and a past that cannot be known. */
import { type Case, pathOf, type Stage } from './conformance-case.ts';
import { HOT, SAMPLES } from './samples.ts';

const notReached = (detail: RegExp) => ({
  status: 503,
  problem: { code: 'block_not_reached', retryAfter: '5', detail },
});
const next = ({ moments }: Stage) => String(Number(moments.latest.number) + 1);

const ofTheHead: Case[] = SAMPLES.flatMap(({ id, path, values }) => [
  {
    name: `${id} at the block after the last`,
    covers: ['when.range.above', 'code.block_not_reached'],
    path: (stage: Stage) => pathOf(path, { ...values, atBlock: next(stage) }),
    ...notReached(/^Ethereum has been read up to block \d+, not \d+\. Try again later\.$/),
  },
  {
    name: `${id} at the time of the last block, which the next may have, too`,
    covers: ['when.range.last-time', 'code.block_not_reached'],
    path: ({ moments }: Stage) => pathOf(path, { ...values, atTime: moments.latest.time }),
    ...notReached(
      /^Ethereum has been read up to [\dT:-]+Z; the state at [\dT:-]+Z is known once a later block is read\. Try again shortly\.$/,
    ),
  },
]);

/** Each waits for five seconds. */
const ofWaiting: Case[] = SAMPLES.filter(({ id }) => id === 'v2CheckAll' || id === 'v1List').map(
  ({ id, path, values }) => ({
    name: `${id} not before a block that does not come`,
    covers: ['when.min.waits', 'code.block_not_reached'],
    path: (stage: Stage) => pathOf(path, { ...values, minBlock: next(stage) }),
    ...notReached(
      /^"minBlock" is \d+, but the answer for Ethereum would be about block \d+\. Try again shortly\.$/,
    ),
  }),
);

/** The chain's safe block is 25, and a strict answer is about it, although block 50 is indexed. */
const ofProvisional: Case[] = SAMPLES.filter(({ id }) => id === 'v2CheckAll').map(({ id, path, values }) => ({
  name: `${id} strictly of a provisional chain, not before a block that is not safe`,
  covers: ['when.min.provisional', 'code.block_not_reached'],
  path: pathOf(path, { ...values, chainId: '7777777', consistency: 'strict', minBlock: '50' }),
  ...notReached(/^"minBlock" is 50, but the answer for Zora would be about block 25\. Try again shortly\.$/),
}));

/** The chain is uncertain from block 20 to 29; its safe block is 25. */
const ASKED = [
  { line: 'first', query: { atBlock: '20' } },
  { line: 'last', query: { atBlock: '29' } },
  { line: 'time', query: { atTime: '1700000022' } },
  { line: 'safe', query: { blockTag: 'safe' } },
  { line: 'strict', query: { consistency: 'strict' } },
] as const;
const uncertain = {
  status: 503,
  problem: {
    code: 'history_uncertain',
    retryAfter: '3600',
    detail: / are not known\. Ask for another block/,
  },
};

const ofHistory: Case[] = SAMPLES.filter(({ version }) => version === 'v1').flatMap(({ id, path, values }) =>
  ASKED.map(({ line, query }) => ({
    name: `${id} of a past that is not certain: ${line}`,
    covers: [`when.uncertain.${line}`, 'code.history_uncertain'],
    path: pathOf(path, { ...values, chainId: '43114', ...query }),
    ...uncertain,
  })),
);

const ofReceivers: Case[] = [
  {
    name: 'a list of a wallet to which such a vault had given',
    covers: ['when.uncertain.to'],
    path: `/registry/v1/${HOT.token}?chainId=43114&atBlock=25`,
    ...uncertain,
  },
];

/** The current rows were proved at block 40, and the safe block is 35. */
const ofImported: Case[] = SAMPLES.flatMap(({ id, path, values }) =>
  [
    { line: 'block', query: { atBlock: '39' } },
    { line: 'time', query: { atTime: '1700000039' } },
    { line: 'safe', query: { blockTag: 'safe' } },
    { line: 'strict', query: { consistency: 'strict' } },
    ...(id.endsWith('List') ? [] : [{ line: 'explain', query: { explain: 'true' } }]),
  ].map(({ line, query }) => ({
    name: `${id} of an imported past: ${line}`,
    covers: [`when.unverified.${line}`, 'code.history_unverified'],
    path: pathOf(path, { ...values, chainId: '42220', ...query }),
    status: 503,
    problem: {
      code: 'history_unverified',
      retryAfter: '300',
      detail:
        /^The past of Celo before block 40 was imported, and is still being compared with its logs\. Ask about the present, or try again later\.$/,
    },
  })),
);

export const STATUS_503_WHEN: readonly Case[] = [
  ...ofTheHead,
  ...ofWaiting,
  ...ofProvisional,
  ...ofHistory,
  ...ofReceivers,
  ...ofImported,
];
