import type { ReachedBlock } from '../block.ts';
import type { Client } from '../client/create-client.ts';
import { ChainNotSupportedError, MandateError } from '../client/errors.ts';
import type { ChainDoubt, Change } from '../generated/changes.ts';
import type { Address } from '../hex.ts';
import { watchChanges } from '../watch/watch-changes.ts';

/** The chains to follow. `null` for all that the service has. */
export type Chains = readonly number[] | null;

const FIRST_WAIT_MS = 2_000;
const MAX_WAIT_MS = 60_000;

interface Wanted {
  readonly chains: Chains;
  /** Only changes from this wallet or to it. */
  readonly wallet?: Address | undefined;
}

export interface Follower {
  /** The feed begins now, at these blocks: changes before this moment are not in it. */
  onStart(reached: readonly ReachedBlock[]): void;
  /** The feed goes on where it broke off: nothing was missed. */
  onResume(): void;
  onChange(change: Change): void;
  /** Something is in doubt, or is no more. `null` if there is no stream. */
  onUnknown(unknown: readonly ChainDoubt[] | null): void;
  /** The stream ended or could not begin. It is tried again. */
  onBreak(): void;
}

/** Follows the changes of these chains until the signal ends it, also after streams that end or cannot begin. */
export async function follow(
  client: Client,
  wanted: Wanted,
  follower: Follower,
  signal: AbortSignal,
): Promise<void> {
  let { chains } = wanted;
  const { wallet } = wanted;
  let attempt = 0;
  while (!signal.aborted) {
    const told = tellOne(follower, signal, () => {
      attempt = 0;
    });
    try {
      // It reconnects by itself. It throws when it cannot start, or cannot go on where it was.
      for await (const { change } of watchChanges(client, {
        ...told,
        chainIds: chains ?? undefined,
        wallet,
        signal,
      }))
        follower.onChange(change);
    } catch (error) {
      told.onUnknown(null);
      // One question about a chain that the service does not have must not cost the others their feed.
      if (chains && error instanceof ChainNotSupportedError) chains = null;
      else if (!signal.aborted) await pause(waitOf(error, attempt), signal);
    }
    attempt++;
  }
}

/** Tells of one feed, as long as it is wanted. */
function tellOne(
  { onStart, onResume, onUnknown, onBreak }: Follower,
  signal: AbortSignal,
  onLive: () => void,
) {
  let hasStarted = false;
  return {
    onConnect(reached: readonly ReachedBlock[]): void {
      if (signal.aborted) return;
      if (hasStarted) onResume();
      else onStart(reached);
      hasStarted = true;
      onLive();
    },
    onUnknown(unknown: readonly ChainDoubt[] | null): void {
      if (signal.aborted) return;
      if (unknown) onUnknown(unknown);
      else onBreak();
    },
  };
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
