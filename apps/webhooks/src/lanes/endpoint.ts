/** Delivers to one endpoint: a lane for each chain, and lane 0 for what belongs to no chain. */
import { messageOf } from '@mandate/core';
import type { ChangeFilter, HeldEndpoint } from '@mandate/store';
import { createChainLane } from './chain-lane.ts';
import { createOwnLane } from './own-lane.ts';
import type { EndpointWork, Lane, LaneParts } from './parts.ts';

/** After an error of the database. */
const RETRY_MS = 1_000;
const MAX_TIMER_MS = 2 ** 31 - 1;

export type Endpoint = ReturnType<typeof createEndpoint>;

export function createEndpoint(held: HeldEndpoint, parts: LaneParts) {
  const work: EndpointWork = {
    held,
    filter: filterOf(held),
    ...{ state: held.state, isSuspect: held.lanes.some(({ failures }) => failures > 0), isStopped: false },
    kickAll,
  };
  const chainIds = parts.chainIds.filter((chainId) => held.chainIds?.includes(chainId) ?? true);
  const ownLane = createOwnLane(
    work,
    parts,
    (chainId) => chainLanes.get(chainId)?.report() ?? null,
    chainIds,
  );
  const chainLanes = new Map(chainIds.map((chainId) => [chainId, createChainLane(chainId, work, parts)]));
  const runners = new Map<number, ReturnType<typeof createRunner>>();
  for (const [chainId, lane] of [[0, ownLane] as const, ...chainLanes])
    runners.set(chainId, createRunner(lane, chainId, work, parts.log));

  function kickAll(): void {
    for (const runner of runners.values()) runner.kick();
  }

  return {
    held,
    /** Looks whether a chain has something for the endpoint. */
    kick: (chainId: number) => runners.get(chainId)?.kick(),
    kickAll,
    save() {
      for (const lane of chainLanes.values()) lane.save();
    },
    /** Ends after the requests that are open. */
    async stop(): Promise<void> {
      work.isStopped = true;
      await Promise.all([...runners.values()].map((runner) => runner.stop()));
    },
  };
}

/** Runs the steps of one lane, one after the other. */
function createRunner(lane: Lane, chainId: number, work: EndpointWork, log: LaneParts['log']) {
  let running: Promise<void> | null = null;
  let isKicked = false;
  let timer: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    try {
      do {
        isKicked = false;
        while (!work.isStopped && mayRun() && !isWaiting() && (await lane.step()));
      } while (isKicked && !work.isStopped);
      plan();
    } catch (error) {
      log.warn({ endpoint: work.held.id, chainId, error: messageOf(error) }, 'an endpoint waits');
      wakeIn(RETRY_MS);
    }
  }

  const mayRun = () => work.state === 'active' || (work.state === 'new' && chainId === 0);
  const isWaiting = () => (lane.nextTry()?.getTime() ?? 0) > Date.now();

  function plan(): void {
    const next = lane.nextTry();
    if (next && mayRun()) wakeIn(Math.max(0, next.getTime() - Date.now()));
  }

  function wakeIn(ms: number): void {
    clearTimeout(timer);
    if (!work.isStopped) timer = setTimeout(wake, Math.min(ms, MAX_TIMER_MS));
  }

  function wake(): void {
    timer = undefined;
    start();
  }

  function start(): void {
    kick();
    if (!running && !timer) plan();
  }

  function kick(): void {
    if (running) {
      isKicked = true;
      return;
    }
    if (work.isStopped || !mayRun() || isWaiting() || lane.isQuiet()) return;
    running = run().finally(() => {
      running = null;
    });
  }

  return {
    kick: start,
    async stop() {
      clearTimeout(timer);
      await running;
      clearTimeout(timer);
    },
  };
}

const filterOf = ({ wallets, contracts, registries, kinds, rights }: HeldEndpoint): ChangeFilter => ({
  wallets: wallets ?? undefined,
  contracts: contracts ?? undefined,
  registries: registries ?? undefined,
  kinds: kinds ?? undefined,
  rights: rights ?? undefined,
});
