/** Has the endpoints of this worker: takes them by a lease, and loads them again when their owners change them. */
import { messageOf } from '@mandate/core';
import type { Held, HeldEndpoint } from '@mandate/store';
import { createEndpoint, type Endpoint } from '../lanes/endpoint.ts';
import type { LaneParts } from '../lanes/parts.ts';
import { pause } from './pause.ts';

/** Longer than a busy process is late with its beat. */
const LEASE_MS = 5_000;
const BEAT_MS = 1_000;
const LOOK_MS = 500;
/** Changes commit after their time, and clocks differ. */
const OVERLAP_MS = 10_000;
const SYNC_MS = 5_000;
const LOAD_AT_ONCE = 500;
const SAVE_MS = 60_000;
const PURGED_AT_ONCE = 5_000;

export type Holdings = ReturnType<typeof startHoldings>;

export function startHoldings(parts: LaneParts, signal: AbortSignal) {
  const { store, worker, log, commits, metrics, ceilings } = parts;
  const endpoints = new Map<string, Endpoint>();
  const loading = new Map<string, Promise<void>>();
  let changedSince = new Date(0);
  let syncedMs = 0;
  const ended = Promise.all([every(BEAT_MS, beat), every(LOOK_MS, look), every(SAVE_MS, save)]);

  async function every(ms: number, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error) => {
        if (!signal.aborted) log.warn({ error: messageOf(error) }, 'the lease waits for the database');
      });
      await pause(ms, signal);
    }
  }

  async function beat(): Promise<void> {
    const { taken, released } = await store.beat(worker, LEASE_MS);
    const isDue = performance.now() - syncedMs > SYNC_MS;
    if (taken + released === 0 && !isDue) return;
    syncedMs = performance.now();
    const held = await store.listHeld(worker);
    letGo(held);
    const missing = [...held.keys()].filter((id) => !endpoints.has(id) && !loading.has(id));
    for (let first = 0; first < missing.length && !signal.aborted; first += LOAD_AT_ONCE)
      for (const each of await store.load(worker, missing.slice(first, first + LOAD_AT_ONCE))) begin(each);
    metrics.held(endpoints.size);
  }

  /** Ends the work for endpoints that were lost. The beat does not wait for receivers that hang: the lease would end meanwhile. */
  function letGo(held: Held): void {
    for (const { id, fence } of [...endpoints.values()].map((each) => each.held))
      if (held.get(id) !== fence) void (held.has(id) ? reload(id) : drop(id));
  }

  async function look(): Promise<void> {
    const changed = await store.listChanged(worker, new Date(changedSince.getTime() - OVERLAP_MS));
    for (const { id, changedAt } of changed) {
      const known = endpoints.get(id)?.held.changedAt;
      if (known && known < changedAt) void reload(id);
      if (changedAt > changedSince) changedSince = changedAt;
    }
  }

  function begin(held: HeldEndpoint): void {
    if (signal.aborted || endpoints.has(held.id)) return;
    const endpoint = createEndpoint(held, parts);
    endpoints.set(held.id, endpoint);
    endpoint.kickAll();
  }

  async function drop(id: string): Promise<void> {
    const endpoint = endpoints.get(id);
    await endpoint?.stop();
    if (endpoint && endpoints.get(id) === endpoint) endpoints.delete(id);
  }

  /** Loads an endpoint as the database has it now, after what was begun has ended. */
  function reload(id: string): Promise<void> {
    const running = loading.get(id);
    if (running) return running;
    const begun = (async () => {
      try {
        await drop(id);
        await commits.flush();
        for (const each of await store.load(worker, [id])) begin(each);
      } catch (error) {
        // The next look at all that is held loads it.
        log.warn({ endpoint: id, error: messageOf(error) }, 'an endpoint could not be loaded');
      } finally {
        loading.delete(id);
      }
    })();
    loading.set(id, begun);
    return begun;
  }

  async function save(): Promise<void> {
    for (const endpoint of endpoints.values()) endpoint.save();
    ceilings.tidy();
    while (!signal.aborted && (await store.purgeDeliveries(PURGED_AT_ONCE)) === PURGED_AT_ONCE);
  }

  return {
    /** Looks whether a chain has something for any endpoint. */
    kick(chainId: number): void {
      for (const endpoint of endpoints.values()) endpoint.kick(chainId);
    },
    reload,
    /** Ends after the requests that are open, and lets others take the endpoints. */
    async close(): Promise<void> {
      await ended;
      await Promise.all(loading.values());
      for (const endpoint of endpoints.values()) endpoint.save();
      await Promise.all([...endpoints.values()].map((endpoint) => endpoint.stop()));
    },
  };
}
