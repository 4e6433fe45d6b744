/** 503: an unknown answer is never `false`, `0` or `[]`. */
import { type Case, pathOf } from './conformance-case.ts';
import { SAMPLES } from './samples.ts';

/** The reasons for which answers are unknown, by chain. The stage sets them up. */
const DOUBTS = [
  {
    line: 'not-read',
    chainId: '250',
    code: 'chain_not_ready',
    retryAfter: '30',
    says: 'Fantom has not been read yet.',
  },
  {
    line: 'backfilling',
    chainId: '137',
    code: 'chain_not_ready',
    retryAfter: '30',
    says: 'Polygon is being read: 0 of 100000 blocks.',
  },
  {
    line: 'tainted',
    chainId: '42161',
    code: 'chain_tainted',
    retryAfter: '300',
    says: 'Arbitrum One contradicts its own final blocks. An operator has to check it.',
  },
  {
    line: 'behind',
    chainId: '56',
    code: 'chain_lagging',
    retryAfter: '5',
    says: /^The newest known block of BNB Smart Chain is \d+ seconds old, more than 120 seconds\.$/,
  },
  {
    line: 'silent',
    chainId: '100',
    code: 'chain_lagging',
    retryAfter: '5',
    says: /^The indexer of Gnosis has been silent for \d+ seconds?, more than 1 second\.$/,
  },
  {
    line: 'no-database',
    chainId: '10',
    service: 'blind',
    code: 'database_unavailable',
    retryAfter: '5',
    says: 'The database does not answer. Try again shortly.',
  },
] as const;

const OF_SAMPLES: readonly Case[] = SAMPLES.flatMap(({ id, path, values }) =>
  DOUBTS.map(({ line, chainId, code, retryAfter, says, ...more }) => ({
    name: `${id}, ${line}`,
    covers: [`${id}.${line}`, `code.${code}`, 'header.Retry-After'],
    path: pathOf(path, { ...values, chainId }),
    status: 503,
    problem: { code, retryAfter, detail: says },
    ...('service' in more ? { service: more.service } : {}),
  })),
);

/** The feed goes on, and says so in the words of the checks. */
const IN_FEED: readonly Case[] = DOUBTS.filter(({ line }) => line !== 'no-database').map(
  ({ line, chainId, code }) => ({
    name: `a page of changes, ${line}`,
    covers: [`changes.unknown.${line}`],
    path: `/changes?chainIds=${chainId}`,
    status: 200,
    body: new RegExp(
      `"unknown":\\[\\{"chainId":${chainId},"known":false,"code":"${code}","block":(\\d+|null),"vault":null\\}\\]\\}$`,
    ),
  }),
);

export const STATUS_503: readonly Case[] = [...OF_SAMPLES, ...IN_FEED];
