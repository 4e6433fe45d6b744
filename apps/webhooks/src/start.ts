/** Starts a worker of webhooks: connects its parts to a database and to the endpoints. */
import { randomUUID } from 'node:crypto';
import type { ConfiguredChain, VersionedSecret } from '@mandate/config';
import {
  createDoubtWatch,
  createLedgerWatch,
  createLiveLog,
  createReadDoubts,
  createWatchedChains,
  startSampler,
} from '@mandate/feed';
import { createAuditRecords, createReader, createWebhookWorkStore, type Database } from '@mandate/store';
import type { Logger } from 'pino';
import { createDeliverer } from './deliver/deliverer.ts';
import { createResolve, type Resolve } from './deliver/guarded-lookup.ts';
import { type Ceilings, createOwnerCeilings } from './deliver/owner-ceilings.ts';
import { createSender } from './deliver/send.ts';
import { createSlots } from './deliver/slots.ts';
import { createChangeEvents } from './event.ts';
import { createChainLog, LIMITS } from './follow/chain-log.ts';
import { startLastingDoubts } from './follow/lasting-doubts.ts';
import { type Commits, startCommits } from './lanes/commits.ts';
import { type Holdings, startHoldings } from './lease/holdings.ts';
import { createMetrics } from './observe/metrics.ts';

export interface WebhooksOptions {
  readonly chains: readonly ConfiguredChain[];
  readonly database: Database;
  /** Notifications come over a connection of their own. */
  readonly databaseUrl: string;
  readonly keys: readonly VersionedSecret[];
  readonly privateHosts: readonly string[];
  readonly publicUrl: string;
  readonly maxRequests: number;
  readonly ceilings: Ceilings;
  readonly log: Logger;
  readonly resolve?: Resolve;
  /** Receivers are told of doubts that last so long. */
  readonly lastsMs?: number;
}

export function startWebhooks(options: WebhooksOptions) {
  const { chains, database, databaseUrl, log } = options;
  const holding = new AbortController();
  const worker = randomUUID();
  const chainIds = chains.map(({ chainId }) => chainId);
  const store = createWebhookWorkStore(database);
  const reader = createReader(database);
  const slots = createSlots(options.maxRequests);
  const metrics = createMetrics(store, slots.inFlight);
  const ceilings = createOwnerCeilings(options.ceilings);
  const sender = createSender({
    resolve: options.resolve ?? createResolve(),
    privateHosts: options.privateHosts,
  });

  const watched = createWatchedChains(chains, createAuditRecords(database).isNamed);
  const sampler = startSampler(reader.readHeartbeats, watched.sample);
  const watch = createLedgerWatch(databaseUrl);
  const moved = (chainId: number) => holdings?.kick(chainId);
  const live = createLiveLog(reader, watch, chainIds, LIMITS, (hasAnswered) => chainLog.looked(hasAnswered));
  const chainLog = createChainLog(live, reader, moved);
  const leave = live.join({ chainIds, filter: {}, wake: ({ change }) => metrics.seen(change), reset() {} });
  const doubtWatch = createDoubtWatch(createReadDoubts({ reader, readModel: null, chains: watched }));
  const doubts = startLastingDoubts(doubtWatch, chainIds, moved, options.lastsMs);
  const commits: Commits = startCommits({
    ...{ store, worker, log },
    refused: ({ endpointId }) => void holdings?.reload(endpointId),
  });
  const deliverer = createDeliverer({
    ...{ send: sender.send, slots, ceilings, commits, metrics },
    keys: options.keys,
  });
  const writeChange = createChangeEvents(options.publicUrl);
  let holdings: Holdings | null = startHoldings(
    {
      ...{
        worker,
        store,
        writeChange,
        metrics,
        ceilings,
        log,
        chainIds,
        chainLog,
        doubts,
        commits,
        deliverer,
      },
    },
    holding.signal,
  );

  return {
    worker,
    admin: {
      ready: () => ({
        isReady: chainLog.isReading(),
        body: { isReading: chainLog.isReading(), inFlight: slots.inFlight() },
      }),
      metrics: () => metrics.registry.metrics(),
    },
    /** Ends after the requests that are open. Another worker goes on at once. */
    async stop(): Promise<void> {
      holding.abort();
      await holdings?.close();
      await commits.close();
      holdings = null;
      leave();
      doubts.close();
      await Promise.all([sampler.close(), watch.close(), store.leave(worker).catch(() => {})]);
      sender.close();
    },
  };
}
