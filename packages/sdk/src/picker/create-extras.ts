/** Connects a picker with its part that loads later: the stream of changes, and names. */
import type { Client } from '../client/create-client.ts';
import type { Address } from '../hex.ts';
import type { Chains, Follower } from '../live/follow.ts';
import { attempt } from './ask-all.ts';
import type { createFollower } from './create-follower.ts';
import type { Schedule } from './create-schedule.ts';
import type { Store } from './create-store.ts';
import type { Facts } from './facts.ts';
import { chainsOf, type PickerQuestion } from './question.ts';
import { type Later, listUnnamed } from './state.ts';

/** Follows the changes of the wallet on these chains, until the returned function is called. */
export type Live = (chains: Chains, wallet: Address, follower: Follower) => () => void;

export function createExtras(
  client: Client,
  question: PickerQuestion,
  parts: { readonly store: Store; readonly schedule: Schedule; readonly live: Live | undefined },
) {
  const { store, schedule, live } = parts;
  const { wallet } = question;
  let following: ReturnType<typeof createFollower> | null = null;
  let unfollow: (() => void) | null = null;
  let loading: Promise<Later> | null = null;

  function load(): Promise<Later> {
    loading ??= import('./later.ts').then(
      (later) => {
        store.show({}, { later });
        return later;
      },
      () => {
        loading = null;
        return null;
      },
    );
    return loading;
  }

  const listChanged = () => following?.listChanged() ?? new Set<string>();

  return {
    load,
    floorOf: (chainId: number) => following?.floorOf(chainId),
    isLive: () => following?.isLive() ?? false,
    /** Takes over answers that were asked for at this time. Returns the vaults that have changed since. */
    settle(askedMs: number): ReadonlySet<string> {
      following?.settle(askedMs);
      return listChanged();
    },
    async follow(signal: AbortSignal): Promise<void> {
      const later = await load();
      if (!later || signal.aborted || unfollow) return;
      following ??= later.createFollower(wallet, {
        askIn: schedule.runIn,
        onChange() {
          const { strangers } = store.getState().facts;
          store.show({ changed: listChanged(), strangers: { ...strangers, of: null } });
        },
        onDoubts: (doubts) => store.show({ doubts }),
      });
      const { follower } = following;
      const stopping = new AbortController();
      const chains = chainsOf(question);
      if (!live) void later.follow(client, { chains, wallet }, follower, stopping.signal);
      unfollow = live?.(chains, wallet, follower) ?? (() => stopping.abort());
    },
    unfollow(): void {
      unfollow?.();
      unfollow = null;
    },
    /** Returns the names of the chains, as far as they are known. */
    async nameChains(signal: AbortSignal): Promise<Facts['chainNames']> {
      const later = await load();
      const { chainNames } = store.getState().facts;
      if (!later || chainNames.size > 0) return chainNames;
      return (await attempt(() => later.readChainNames(client, signal))) ?? chainNames;
    },
    /** Names the wallets that are shown. */
    async name(): Promise<void> {
      const signal = schedule.signal();
      const later = await load();
      if (!later || !signal) return;
      const of = listUnnamed(question, store.getState());
      if (of.length === 0) return;
      const named = await attempt(() => later.readNames(client, of, signal)).catch(() => null);
      if (!named || signal.aborted) return;
      store.show({ names: new Map([...store.getState().facts.names, ...named]) });
    },
  };
}
