/** The parts of an API process that answer and tell, on a fake ledger and without a socket. */
import { readChains } from '@mandate/config';
import { createReadDoubts, startSampler } from '@mandate/feed';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createChecks } from '../answers/checks.ts';
import type { HostReadModel } from '../answers/read-model.ts';
import { trustReadModel } from '../answers/trusted-read-model.ts';
import { createServer } from '../http/server.ts';
import { createChangesHandler } from '../operations/changes/handler.ts';
import { createCheckHandler } from '../operations/check/handler.ts';
import { CHECKS } from '../operations/check/operation.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import { createPin } from '../request/at-block.ts';
import { createServedChains } from '../request/chains.ts';
import { answerOf, CHAIN_ID, checkpointOf, type FakeLedger, LEDGER_ID } from './fake-ledger.ts';

const LOOK_EVERY_MS = 500;
const log = pino({ level: 'silent' });

type FakeCopy = ReturnType<typeof createFakeCopy>;

/**
 * A read model in memory. It answers from its rows whatever happens: while it loads a chain again, and while it does not
 * follow. So what keeps a process from a wrong answer is its own guard.
 */
export function createFakeCopy(ledger: FakeLedger) {
  let held = ledger.read();
  let isFollowing = true;
  let loadMs = 0;
  let loading: NodeJS.Timeout | null = null;
  const following = setInterval(follow, LOOK_EVERY_MS);

  function follow(): void {
    const next = ledger.read();
    if (!next || !isFollowing || loading) return;
    if (next.feed === held?.feed) held = next;
    else
      loading = setTimeout(() => {
        loading = null;
        held = ledger.read() ?? held;
      }, loadMs);
  }

  const model: HostReadModel = {
    check: () => held && { checkpoint: checkpointOf(held), feed: held.feed, answer: answerOf(held) },
    findCheckpoint: () => held && checkpointOf(held),
    findPlace: () => (held?.feed ? { feed: held.feed, number: held.log.length, stamp: null } : undefined),
    findLedgerId: () => LEDGER_ID,
    ...{ list: () => null, listDated: () => null, findRows: () => null, states: () => [] },
    ...{ problem: () => null, isFollowing: () => isFollowing },
  };
  return {
    model,
    /** A copy that does not follow stays as it is. */
    setFollowing(follows: boolean): void {
      isFollowing = follows;
    },
    setLoadMs(ms: number): void {
      loadMs = ms;
    },
    close(): void {
      clearInterval(following);
      if (loading) clearTimeout(loading);
    },
  };
}

export type LiveProcess = ReturnType<typeof createLiveProcess>;

/** Without a copy, every check asks the database. */
export function createLiveProcess(ledger: FakeLedger, copy: FakeCopy | null, maxLagMs: number) {
  const chain = { nodes: ['http://127.0.0.1:1'], maxLagSeconds: maxLagMs / 1_000, maxQuietSeconds: 1e9 };
  const chains = createServedChains(
    readChains({ CHAINS: JSON.stringify({ [CHAIN_ID]: chain }) }),
    async () => false,
  );
  const { reader } = ledger;
  const sampler = startSampler(ledger.readHeartbeats, chains.sample);
  const readModel = copy && trustReadModel(copy.model, log, { ...sampler, chains: chains.list() });
  const watch = { wait: ledger.wait, close: async () => {} };
  const checks = createChecks({ reader, readModel, pin: createPin(reader, watch) });
  const readDoubts = createReadDoubts({ reader, readModel, chains });
  const app = createServer(log);
  app.decorateRequest('chainId', 0).decorateRequest('apiKey');
  const feed = { reader, watch, readDoubts, registry: new Registry(), findHolder: () => null, shares: null };
  // Parts that these handlers do not use are missing.
  const dependencies = { checks, chains, feed, countCheck: () => {} } as unknown as Dependencies;
  app.get('/changes', createChangesHandler(app, dependencies));
  for (const check of CHECKS) app.get(check.path, createCheckHandler(check, dependencies));
  return {
    app,
    async close() {
      await Promise.all([app.close(), sampler.close()]);
    },
  };
}
