/** All kinds of requests in the proportions of a busy day. */
import { integer, pick, type Random } from '@mandate/contracts';
import { CONTRACTS, parametersOf, QUESTIONS, WALLETS } from '@mandate/truth';
import type { Request } from './client.ts';

/** A chain in `/status`, and when it began. */
export interface ChainStatus {
  readonly chainId: number;
  readonly firstTime: number;
  readonly indexed: { readonly number: number; readonly timestamp: number };
  readonly safe: number;
  readonly finalized: number;
}

type Parameters = Readonly<Record<string, string | number>>;
type Ask = (random: Random, chain: ChainStatus) => Request;

const BATCH_CHECKS = 10;
const ROWS_A_PAGE = 5;
/** A reorg may remove this many seconds that the service had read. */
const MIN_AGE_S = 10;

const question = (random: Random) => pick(random, QUESTIONS as [(typeof QUESTIONS)[number]]);

function write(path: string, parameters: Parameters): string {
  const entries = Object.entries(parameters).map(([name, value]) => [name, String(value)]);
  return `${path}?${new URLSearchParams(Object.fromEntries(entries))}`;
}

/** Returns a random check of either registry with these parameters. */
function check(random: Random, { chainId }: ChainStatus, parameters: Parameters = {}): string {
  const asked = question(random);
  return write(`/registry/${asked.registry}/check/${asked.kind}`, {
    ...parametersOf(asked),
    ...parameters,
    chainId,
  });
}

const checkAt =
  (parameters: (random: Random, chain: ChainStatus) => Parameters): Ask =>
  (random, chain) => ({ path: check(random, chain, parameters(random, chain)), who: 'key' });

const list =
  (parameters: Parameters): Ask =>
  (random, { chainId }) => {
    const registry = pick(random, ['v1', 'v2']);
    const path = write(`/registry/${registry}/${pick(random, WALLETS)}`, { ...parameters, chainId });
    return { path, who: 'key' };
  };

function batch(random: Random, { chainId }: ChainStatus): Request {
  const checks = Array.from({ length: BATCH_CHECKS }, () => {
    const asked = question(random);
    return { registry: asked.registry, kind: asked.kind, chainId, ...parametersOf(asked) };
  });
  return { path: '/batch', body: { checks }, who: 'key' };
}

function resolve(random: Random): Request {
  const wallet = pick(random, WALLETS);
  const scope = pick(random, [{}, { contract: pick(random, CONTRACTS) }]);
  return {
    path: write('/resolve', { ...pick(random, [{ to: wallet }, { from: wallet }]), ...scope }),
    who: 'key',
  };
}

function snapshot(random: Random, { chainId, finalized }: ChainStatus): Request {
  const path = `/snapshots/${chainId}/${integer(random, 1, finalized)}`;
  const format = pick(random, ['jsonl', 'csv']);
  return { path: write(path, { contract: pick(random, CONTRACTS), format }), who: 'key' };
}

/** The share of each kind in percent. The rest goes to the feed and `/status`. */
const MIX: readonly (readonly [number, Ask])[] = [
  [28, checkAt(() => ({}))],
  [8, checkAt(() => ({ consistency: 'strict' }))],
  [8, checkAt(() => ({ explain: 'true' }))],
  [8, checkAt((random, { safe }) => ({ atBlock: integer(random, 1, safe) }))],
  [
    8,
    checkAt((random, { firstTime, indexed }) => ({
      atTime: integer(random, firstTime, Math.max(firstTime, indexed.timestamp - MIN_AGE_S)),
    })),
  ],
  [4, checkAt((random) => ({ blockTag: pick(random, ['safe', 'finalized']) }))],
  [4, checkAt((_, { indexed }) => ({ minBlock: indexed.number }))],
  [6, (random, chain) => ({ path: check(random, chain), who: 'anyone' })],
  [5, (random, chain) => ({ path: check(random, chain), who: 'greedy' })],
  [6, list({})],
  [6, list({ limit: ROWS_A_PAGE })],
  [5, resolve],
  [3, batch],
  [1, snapshot],
];

const ASKS = MIX.flatMap(([share, ask]) => Array.from({ length: share }, () => ask)) as [Ask];

export function chooseRequest(random: Random, chains: readonly ChainStatus[]): Request {
  return pick(random, ASKS)(random, pick(random, chains as [ChainStatus]));
}
