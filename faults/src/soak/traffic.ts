/** Sends requests of all kinds at a fixed rate, however long the answers take. */
import type { Random } from '@mandate/contracts';
import type { Client, Reply } from './client.ts';
import { type ChainStatus, chooseRequest } from './questions.ts';
import type { SteadyChain } from './steady-chain.ts';

const TICK_MS = 10;
const STATUS_EVERY_MS = 1_000;
const FEED_EVERY_MS = 500;
const FEED_ROWS = 50;
/** The maximum number of further pages of a list. */
const MAX_PAGES = 3;

export interface TrafficOptions {
  readonly client: Client;
  readonly chains: readonly SteadyChain[];
  readonly random: Random;
  readonly requestsPerS: number;
}

export interface Traffic {
  /** Resolves after the last answer. */
  stop(): Promise<void>;
}

/** Resolves when the service has reported its chains, which questions about the past need. */
export async function startTraffic({
  client,
  chains: asked,
  random,
  requestsPerS,
}: TrafficOptions): Promise<Traffic> {
  const firstTimes = new Map(asked.map(({ local, firstTime }) => [local.chainId, firstTime]));
  let chains: readonly ChainStatus[] = [];
  let feedCursor = 'start';
  const pending = new Set<Promise<void>>();

  function run(asking: () => Promise<void>): void {
    const asked: Promise<void> = asking().finally(() => pending.delete(asked));
    pending.add(asked);
  }

  async function askWithPages(): Promise<void> {
    const request = chooseRequest(random, chains);
    let reply = await client.ask(request);
    for (let page = 0; page < MAX_PAGES && reply; page++) {
      const path = findNext(reply);
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
  const startedAt = performance.now();
  let sent = 0;
  const timers = [
    setInterval(() => {
      const due = ((performance.now() - startedAt) * requestsPerS) / 1_000;
      for (; sent < due; sent++) run(askWithPages);
    }, TICK_MS),
    setInterval(() => run(lookAtChains), STATUS_EVERY_MS),
    setInterval(() => run(readFeed), FEED_EVERY_MS),
  ];
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(pending);
    },
  };
}

function findNext({ headers }: Reply): string | undefined {
  return /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
}
