/** 503: an unknown answer is never `false`, `0` or `[]`, nor one about another block. */
import { type Case, expectAt, fails, type Problem } from './conformance-case.ts';
import { HOT } from './grants.ts';
import { getSample, SAMPLES } from './samples.ts';

/** The reasons for which answers are unknown, by line. The stage sets up a chain for each. */
const DOUBTS: Readonly<Record<string, readonly [chainId: number, Problem['code'], detail: string | RegExp]>> =
  {
    'not-read': [250, 'chain_not_ready', 'Fantom has not been read yet.'],
    backfilling: [137, 'chain_not_ready', 'Polygon is being read: 0 of 100000 blocks.'],
    tainted: [
      42161,
      'chain_tainted',
      'Arbitrum One contradicts its own final blocks. An operator has to check it.',
    ],
    behind: [
      56,
      'chain_lagging',
      /^The newest known block of BNB Smart Chain is \d+ seconds old, more than 120 seconds\.$/,
    ],
    silent: [
      100,
      'chain_lagging',
      /^The indexer of Gnosis has been silent for \d+ seconds?, more than 1 second\.$/,
    ],
  };
const noDatabase = fails('database_unavailable', 'The database does not answer. Try again shortly.');

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

export const STATUS_503: readonly Case[] = [
  ...SAMPLES.flatMap(({ id, version, kind, ask }) => [
    ...Object.entries(DOUBTS).map(([line, [chainId, code, detail]]) =>
      ask(`${id}.${line} header.Retry-After`, `chainId=${chainId}`, fails(code, detail)),
    ),
    ask(`${id}.no-database`, 'chainId=10', { service: 'blind', ...noDatabase }),
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
  ]),
  expectAt('when.uncertain.to', `/registry/v1/${HOT.token}?chainId=43114&atBlock=25`, uncertain),
  // Each waits for five seconds.
  ...SAMPLES.filter(({ id }) => id === 'v2CheckAll' || id === 'v1List').map(({ ask }) =>
    ask(
      'when.min.waits',
      'minBlock=(next.number)',
      notReached(
        /^"minBlock" is \d+, but the answer for Ethereum would be about block \d+\. Try again shortly\.$/,
      ),
    ),
  ),
  // The chain's safe block is 25, and a strict answer is about it, although block 50 is indexed.
  getSample('v2', 'all').ask(
    'when.min.provisional',
    'chainId=7777777&consistency=strict&minBlock=50',
    notReached(/^"minBlock" is 50, but the answer for Zora would be about block 25\. Try again shortly\.$/),
  ),
  // The feed goes on, and says so in the words of the checks.
  ...Object.entries(DOUBTS).map(([line, [chainId, code]]) =>
    expectAt(
      `changes.unknown.${line}`,
      `/changes?chainIds=${chainId}`,
      new RegExp(
        `"unknown":\\[\\{"chainId":${chainId},"known":false,"code":"${code}","block":(\\d+|null),"vault":null\\}\\]\\}$`,
      ),
    ),
  ),
];
