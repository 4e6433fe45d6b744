/** Follows the feed and makes events of it: changes, doubts, what was reset, and heartbeats. */
import {
  type ChainDoubt,
  type Client,
  CursorExpiredError,
  getStatus,
  listChanges,
  watchChanges,
} from '@mandate/sdk';
import { createReadReached, type FeedFilter } from './read-reached.ts';
import { type Event, eventAside, eventOfChange } from './webhook-event.ts';

const ALIVE_MS = 60_000;

interface Following {
  readonly filter: FeedFilter;
  /** Begins after it. Without it, now. */
  readonly cursor: string | undefined;
  now(): number;
  /** Ends when the event was posted. Events are posted one after the other. */
  send(event: Event): Promise<void>;
}

/** Ends with the signal, or throws. */
export async function followFeed(client: Client, { filter, now, send, ...begin }: Following): Promise<void> {
  const { signal } = filter;
  const findEnd = async () => (await listChanges(client, filter)).cursor;
  const readReached = createReadReached(client, filter);
  let cursor = begin.cursor ?? (await findEnd());
  let told: readonly ChainDoubt[] = [];
  let isConnected = false;
  let hasBegun = false;

  /** A heartbeat that fails is left out: its absence tells that nothing is certain. */
  async function beat(): Promise<void> {
    const asked = cursor;
    const reached = await readReached(asked);
    if (!isConnected) return;
    if (cursor === asked) cursor = reached.cursor;
    await send(eventAside('endpoint.alive', { chains: reached.chains }, now()));
  }
  const tryBeat = () => void (isConnected && beat().catch(() => {}));

  function onUnknown(unknown: readonly ChainDoubt[] | null): void {
    isConnected = unknown !== null;
    if (unknown === null) return;
    for (const doubt of listTurns(told, unknown)) {
      const type = doubt.known ? 'chain.known' : 'chain.unknown';
      void send(eventAside(type, doubt, now())).catch(() => {});
    }
    told = unknown;
  }

  function onConnect(): void {
    if (!hasBegun) tryBeat();
    hasBegun = true;
  }

  /** Goes on from the end of the new log: who reads the lists after the reset misses nothing. */
  async function reset(): Promise<void> {
    cursor = await findEnd();
    const { chains } = await getStatus(client, { signal });
    for (const { chainId } of chains) {
      if (filter.chainIds?.includes(chainId) ?? true)
        await send(eventAside('delegation.reset', { chainId, vaults: null }, now()));
    }
  }

  const beating = setInterval(tryBeat, ALIVE_MS);
  try {
    for (;;) {
      try {
        for await (const place of watchChanges(client, { ...filter, cursor, onUnknown, onConnect })) {
          await send(eventOfChange(place.change, client.baseUrl));
          cursor = place.cursor;
        }
      } catch (error) {
        // One that was wrong from the beginning is for whoever chose it.
        if (!(error instanceof CursorExpiredError) || !hasBegun) throw error;
        await reset();
      }
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  } finally {
    clearInterval(beating);
  }
}

/** Lists what became unknown or known again. */
function listTurns(before: readonly ChainDoubt[], after: readonly ChainDoubt[]): ChainDoubt[] {
  const isIn = (list: readonly ChainDoubt[], { chainId, vault, code }: ChainDoubt) =>
    list.some((one) => one.chainId === chainId && one.vault === vault && one.code === code);
  const isDoubted = ({ chainId, vault }: ChainDoubt) =>
    after.some((one) => one.chainId === chainId && one.vault === vault);
  return [
    ...after.filter((doubt) => !isIn(before, doubt)),
    ...before.filter((doubt) => !isDoubted(doubt)).map((doubt) => ({ ...doubt, known: true, code: null })),
  ];
}
