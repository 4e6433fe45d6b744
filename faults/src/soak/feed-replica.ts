/**
 * Rebuilds the current delegations from an event stream that is cut now and then and continued after the last
 * event.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Delegation, type Grant, grantOf, identify, type Registry } from '@mandate/core';
import type { Change } from '@mandate/store';
import { replay } from '@mandate/testing/history';
import { type DelegationJson, readDelegation } from '@mandate/truth';
import type { Client } from './client.ts';

/** The longest life of a connection. */
const LONGEST_MS = 40_000;
const PAUSE_MS = 100;

export interface FeedReplicaOptions {
  readonly url: string;
  readonly client: Client;
  /** The filters of `/changes`. */
  readonly query: Readonly<Record<string, string>>;
}

export interface FeedReplica {
  readonly query: FeedReplicaOptions['query'];
  readonly counts: { changes: number; undone: number; connections: number };
  /**
   * Returns the failure that ended it: an event that contradicts earlier ones, or an answer that is not a
   * stream.
   */
  findWrong(): string | null;
  /** Returns the delegations by identity. */
  getStanding(chainId: number): ReadonlyMap<string, Delegation>;
  /** Returns everything that was ever granted. */
  listGranted(chainId: number): readonly Grant[];
  close(): Promise<void>;
}

interface ChangeJson extends DelegationJson {
  readonly chainId: number;
  readonly registry: Registry;
  readonly change: Change['type'];
  readonly undone: boolean;
  readonly amountBefore: string | null;
}

export function followFeed({ url, client, query }: FeedReplicaOptions): FeedReplica {
  const counts = { changes: 0, undone: 0, connections: 0 };
  let wrong: string | null = null;
  const standing = new Map<number, Map<string, Delegation>>();
  const granted = new Map<number, Map<string, Grant>>();
  const target = new URL(`/changes?${new URLSearchParams({ ...query, numbers: 'string' })}`, url);
  let cursor = 'start';
  let cutting = new AbortController();
  let isOver = false;

  function take(told: ChangeJson): void {
    const { chainId, undone, amountBefore } = told;
    const delegation = readDelegation(told.registry, told);
    const grant = grantOf(delegation);
    counts.changes++;
    if (undone) counts.undone++;
    getOwn(granted, chainId).set(identify(grant), grant);
    replay(getOwn(standing, chainId), {
      type: told.change,
      undone,
      delegation,
      amountBefore: amountBefore === null ? null : BigInt(amountBefore),
    });
  }

  async function follow(signal: AbortSignal): Promise<void> {
    const headers = { ...client.identify('key'), accept: 'text/event-stream', 'last-event-id': cursor };
    const response = await fetch(target, { headers, signal });
    counts.connections++;
    if (response.status !== 200 || !response.body) throw new Error(`It is answered with ${response.status}.`);
    for await (const { event, id, data } of readEvents(response.body)) {
      if (event === 'change' && data) take(JSON.parse(data) as ChangeJson);
      if (id) cursor = id;
    }
  }

  async function run(): Promise<void> {
    while (!isOver && wrong === null) {
      cutting = new AbortController();
      const cut = setTimeout(() => cutting.abort(), Math.random() * LONGEST_MS);
      await follow(cutting.signal).catch((error: Error) => {
        if (!cutting.signal.aborted) wrong = `the event stream of ${target.search}: ${error.message}`;
      });
      clearTimeout(cut);
      await delay(PAUSE_MS);
    }
  }
  const running = run();

  return {
    query,
    counts,
    findWrong: () => wrong,
    getStanding: (chainId) => getOwn(standing, chainId),
    listGranted: (chainId) => [...getOwn(granted, chainId).values()],
    close() {
      isOver = true;
      cutting.abort();
      return running;
    },
  };
}

function getOwn<T>(byChain: Map<number, Map<string, T>>, chainId: number): Map<string, T> {
  const own = byChain.get(chainId) ?? new Map<string, T>();
  byChain.set(chainId, own);
  return own;
}

/** Yields complete events only: an event ends with an empty line. */
async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Partial<Record<string, string>>> {
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const parts = (text + chunk).split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const lines = part.split('\n').filter((line) => !line.startsWith(':'));
      yield Object.fromEntries(lines.map((line) => line.split(/: (.*)/, 2) as [string, string]));
    }
  }
}
