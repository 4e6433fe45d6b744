/** The stream of changes: open or closed, live or broken. */
import type { Client, ReachedBlock } from '@mandate/sdk';
import { type Chains, type Follower, follow } from '@mandate/sdk/live';
import { covers } from './members.ts';

/** A stream that reconnects at once is no outage. */
const BREAK_MS = 1_000;
/** The longest time that questions wait for the stream. Those that are asked before it begins are asked twice. */
const HOLD_MS = 500;

export interface StreamEvents extends Omit<Follower, 'onBreak'> {
  /** The stream broke off, and could not be opened again at once. */
  onLost(): void;
}

export function createStream(client: Client, events: StreamEvents) {
  const listeners = new Set<() => void>();
  let running: { readonly chains: Chains; readonly stopping: AbortController } | null = null;
  let isLive = false;
  let losing: ReturnType<typeof setTimeout> | undefined;
  let deciding: (() => void) | null = null;
  let decided = Promise.resolve();

  function decide(): void {
    deciding?.();
    deciding = null;
  }

  function setLive(live: boolean): void {
    clearTimeout(losing);
    if (isLive === live) return;
    isLive = live;
    for (const listener of listeners) listener();
  }

  function begin(notify: () => void): void {
    setLive(true);
    notify();
    decide();
  }

  function close(): void {
    running?.stopping.abort();
    running = null;
    events.onUnknown(null);
    setLive(false);
    decide();
  }

  return {
    isLive: () => isLive,
    /** Notifies of every change of `isLive`. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Announces a stream that will open in a moment. */
    expect(): void {
      if (running || deciding) return;
      decided = new Promise((resolve) => {
        deciding = resolve;
      });
    },
    /** Resolves when the stream is live, cannot be, or takes too long. */
    decided: () => decided,
    /** Opens the stream. One that has these chains already stays open. */
    open(chains: Chains): void {
      if (running && covers(running.chains, chains)) return;
      running?.stopping.abort();
      events.onUnknown(null);
      setLive(false);
      const stopping = new AbortController();
      running = { chains, stopping };
      setTimeout(decide, HOLD_MS);
      const onBreak = () => {
        decide();
        if (!isLive) return;
        events.onUnknown(null);
        setLive(false);
        losing = setTimeout(events.onLost, BREAK_MS);
      };
      const follower = {
        onStart: (reached: readonly ReachedBlock[]) => begin(() => events.onStart(reached)),
        onResume: () => begin(events.onResume),
        onChange: events.onChange,
        onUnknown: events.onUnknown,
        onBreak,
      };
      void follow(client, { chains }, follower, stopping.signal);
    },
    close,
  };
}
