/** Sends requests of all kinds at a fixed rate, however long the answers take. */
import type { Random } from '@mandate/contracts';
import type { FollowedChain } from '../lively-chain.ts';
import { repeatPerSecond } from '../pace.ts';
import type { Client } from './client.ts';
import { type ChainStatus, chooseRequest } from './questions.ts';

const STATUS_PER_S = 1;
const FEED_PER_S = 2;
const FEED_ROWS = 50;
/** The maximum number of further pages of a list. */
const MAX_PAGES = 3;

export interface TrafficOptions {
  readonly client: Client;
  readonly chains: readonly FollowedChain[];
  readonly random: Random;
  readonly requestsPerS: number;
}

/**
 * Resolves when the service has reported its chains, which questions about the past need. The returned function resolves
 * after the last answer.
 */
export async function startTraffic({ client, chains: asked, random, requestsPerS }: TrafficOptions) {
  const firstTimes = new Map<number, number>();
  for (const { local } of asked) {
    const { timestamp } = await local.client.getBlock({ blockNumber: 1n });
    firstTimes.set(local.chainId, Number(timestamp));
  }
  let chains: readonly ChainStatus[] = [];
  let feedCursor = 'start';

  async function askWithPages(): Promise<void> {
    const request = chooseRequest(random, chains);
    let reply = await client.ask(request);
    for (let page = 0; page < MAX_PAGES && reply; page++) {
      const path = /<([^>]+)>; rel="next"/.exec(reply.headers['link'] ?? '')?.[1];
      if (!path) return;
      reply = await client.ask({ ...request, path, isNextPage: true });
    }
  }

  /** Reads page after page, and starts again after the last. */
  async function readFeed(): Promise<void> {
    const path = `/changes?limit=${FEED_ROWS}&cursor=${encodeURIComponent(feedCursor)}`;
    const reply = await client.ask({ path, who: 'key' });
    if (!reply) return;
    const { cursor, more } = JSON.parse(reply.body) as { cursor: string; more: boolean };
    feedCursor = more ? cursor : 'start';
  }

  async function lookAtChains(): Promise<void> {
    const reply = await client.ask({ path: '/status', who: 'key' });
    if (!reply) return;
    const status = JSON.parse(reply.body) as { chains: Omit<ChainStatus, 'firstTime'>[] };
    chains = status.chains.map((chain) => {
      return { ...chain, firstTime: firstTimes.get(chain.chainId) ?? chain.indexed.timestamp };
    });
  }

  await lookAtChains();
  const stops = [
    repeatPerSecond(requestsPerS, askWithPages),
    repeatPerSecond(STATUS_PER_S, lookAtChains),
    repeatPerSecond(FEED_PER_S, readFeed),
  ];
  return async (): Promise<void> => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
