/** Follows the feed for as long as the signal says. */
import {
  type ChainDoubt,
  ChainNotSupportedError,
  type Change,
  type Client,
  MandateError,
  watchChanges,
} from '@mandate/sdk';
import type { Chains } from './members.ts';
import { observeStreams } from './observe-streams.ts';

const FIRST_WAIT_MS = 2_000;
const MAX_WAIT_MS = 60_000;

export interface Follower {
  /** The feed begins now: changes before this moment are not in it. */
  onStart(): void;
  /** The feed goes on where it broke off: nothing was missed. */
  onResume(): void;
  onChange(change: Change): void;
  /** Something is in doubt, or is no more. Null: there is no stream. */
  onUnknown(unknown: readonly ChainDoubt[] | null): void;
  /** The stream ended or could not begin. It is tried again. */
  onBreak(): void;
}

export async function follow(
  client: Client,
  wanted: Chains,
  { onStart, onResume, onChange, onUnknown, onBreak }: Follower,
  signal: AbortSignal,
): Promise<void> {
  let chains = wanted;
  for (let attempt = 0; !signal.aborted; attempt++) {
    let hasStarted = false;
    const begin = () => {
      if (signal.aborted) return;
      (hasStarted ? onResume : onStart)();
      hasStarted = true;
      attempt = 0;
    };
    const end = () => {
      if (!signal.aborted) onBreak();
    };
    try {
      const observed = observeStreams(client, begin, end);
      const note: typeof onUnknown = (unknown) => {
        if (!signal.aborted) onUnknown(unknown);
      };
      const asked = { chainIds: chains ?? undefined, onUnknown: note, signal };
      // It reconnects by itself. It throws when it cannot start, or cannot go on where it was.
      for await (const { change } of watchChanges(observed, asked)) {
        onChange(change);
      }
    } catch (error) {
      // One question about a chain that the service does not have must not cost the others their feed.
      if (chains && error instanceof ChainNotSupportedError) chains = null;
      else if (!signal.aborted) await pause(waitOf(error, attempt), signal);
    }
  }
}

function waitOf(error: unknown, attempt: number): number {
  const asked = (error instanceof MandateError && error.retryAfterMs) || 0;
  return Math.max(asked, Math.min(FIRST_WAIT_MS * 2 ** attempt, MAX_WAIT_MS));
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
