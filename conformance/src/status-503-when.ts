/** 503: blocks and times that are not indexed yet, and a past that cannot be known. */
import { type Case, expectAt, fails } from './conformance-case.ts';
import { HOT } from './grants.ts';
import { getSample, SAMPLES } from './samples.ts';

const notReached = (detail: RegExp) => fails('block_not_reached', detail);
const uncertain = fails('history_uncertain', / are not known\. Ask for another block/);
const unverified = fails(
  'history_unverified',
  /^The past of Celo before block 40 was imported, and is still being compared with its logs\. Ask about the present, or try again later\.$/,
);
/** The chain is uncertain from block 20 to 29; its safe block is 25. */
const UNCERTAIN = {
  first: 'atBlock=20',
  last: 'atBlock=29',
  time: 'atTime=1700000022',
  safe: 'blockTag=safe',
  strict: 'consistency=strict',
};
/** The current rows were proved at block 40, and the safe block is 35. */
const UNVERIFIED = {
  block: 'atBlock=39',
  time: 'atTime=1700000039',
  safe: 'blockTag=safe',
  strict: 'consistency=strict',
};

const ofSamples: Case[] = SAMPLES.flatMap(({ version, kind, ask }) => [
  ask(
    'when.range.above',
    'atBlock=(next.number)',
    notReached(/^Ethereum has been read up to block \d+, not \d+\. Try again later\.$/),
  ),
  // The next block may have the same time.
  ask(
    'when.range.last-time',
    'atTime=(latest.time)',
    notReached(
      /^Ethereum has been read up to [\dT:-]+Z; the state at [\dT:-]+Z is known once a later block is read\. Try again shortly\.$/,
    ),
  ),
  ...(version === 'v1' ? Object.entries(UNCERTAIN) : []).map(([line, query]) =>
    ask(`when.uncertain.${line}`, `chainId=43114&${query}`, uncertain),
  ),
  ...Object.entries(kind ? { ...UNVERIFIED, explain: 'explain=true' } : UNVERIFIED).map(([line, query]) =>
    ask(`when.unverified.${line}`, `chainId=42220&${query}`, unverified),
  ),
]);

const toUncertain = expectAt(
  'when.uncertain.to',
  `/registry/v1/${HOT.token}?chainId=43114&atBlock=25`,
  uncertain,
);

/** Each waits for five seconds. */
const ofWaiting: Case[] = SAMPLES.filter(({ id }) => id === 'v2CheckAll' || id === 'v1List').map(({ ask }) =>
  ask(
    'when.min.waits',
    'minBlock=(next.number)',
    notReached(
      /^"minBlock" is \d+, but the answer for Ethereum would be about block \d+\. Try again shortly\.$/,
    ),
  ),
);

/** The chain's safe block is 25, and a strict answer is about it, although block 50 is indexed. */
const ofProvisional = getSample('v2', 'all').ask(
  'when.min.provisional',
  'chainId=7777777&consistency=strict&minBlock=50',
  notReached(/^"minBlock" is 50, but the answer for Zora would be about block 25\. Try again shortly\.$/),
);

export const STATUS_503_WHEN: readonly Case[] = [...ofSamples, toUncertain, ...ofWaiting, ofProvisional];
