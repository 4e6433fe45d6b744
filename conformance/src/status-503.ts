/** 503: an unknown answer is never `false`, `0` or `[]`. */
import { type Case, expectAt, fails, type Problem } from './conformance-case.ts';
import { SAMPLES } from './samples.ts';

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

const ofSamples: readonly Case[] = SAMPLES.flatMap(({ id, ask }) => [
  ...Object.entries(DOUBTS).map(([line, [chainId, code, detail]]) =>
    ask(`${id}.${line} header.Retry-After`, `chainId=${chainId}`, fails(code, detail)),
  ),
  ask(`${id}.no-database`, 'chainId=10', { service: 'blind', ...noDatabase }),
]);

/** The feed goes on, and says so in the words of the checks. */
const inFeed: readonly Case[] = Object.entries(DOUBTS).map(([line, [chainId, code]]) =>
  expectAt(
    `changes.unknown.${line}`,
    `/changes?chainIds=${chainId}`,
    new RegExp(
      `"unknown":\\[\\{"chainId":${chainId},"known":false,"code":"${code}","block":(\\d+|null),"vault":null\\}\\]\\}$`,
    ),
  ),
);

export const STATUS_503: readonly Case[] = [...ofSamples, ...inFeed];
