/** Finds those who want a change without asking each of them: by its wallets, and by its contract. */
import type { Address } from '@mandate/core';
import { type ChangeFilter, passes } from '@mandate/store';
import type { LiveChange } from './live-change.ts';

/** The changes that somebody wants to be told of. */
interface Selection {
  readonly chainIds: readonly number[];
  readonly filter: ChangeFilter;
}

export interface Listener extends Selection {
  /** Is called for each change that passes, in order. It only notes it: others wait meanwhile. */
  wake(change: LiveChange): void;
  /** The log of the chain is another one, or changes of it were left out: what comes next does not follow what came. */
  reset(chainId: number): void;
}

export type Listeners = ReturnType<typeof createListeners>;

export function createListeners() {
  const all = new Set<Listener>();
  const byWallet = new Map<Address, Set<Listener>>();
  const byContract = new Map<Address, Set<Listener>>();
  /** Those who want all changes of some contracts. */
  const ofContracts = new Set<Listener>();
  /** Those whose wallets and contracts may be any. */
  const ofAny = new Set<Listener>();

  function wake(listeners: Iterable<Listener> | undefined, live: LiveChange, except?: Address): void {
    for (const listener of listeners ?? []) {
      const { chainIds, filter } = listener;
      if (except !== undefined && filter.wallets?.includes(except)) continue;
      if (chainIds.includes(live.chainId) && passes(filter, live.change)) listener.wake(live);
    }
  }

  return {
    all: all as ReadonlySet<Listener>,
    add(listener: Listener): void {
      const { wallets, contracts } = listener.filter;
      all.add(listener);
      if (wallets) for (const wallet of wallets) addTo(byWallet, wallet, listener);
      else if (contracts) {
        for (const contract of contracts) addTo(byContract, contract, listener);
        ofContracts.add(listener);
      } else ofAny.add(listener);
    },
    remove(listener: Listener): void {
      const { wallets, contracts } = listener.filter;
      for (const set of [all, ofContracts, ofAny]) set.delete(listener);
      for (const wallet of wallets ?? []) removeFrom(byWallet, wallet, listener);
      for (const contract of contracts ?? []) removeFrom(byContract, contract, listener);
    },
    /** Wakes everybody whose filter the change passes, each once. */
    wake(live: LiveChange): void {
      const { delegation } = live.change;
      const { from, to } = delegation;
      wake(byWallet.get(from), live);
      if (to !== from) wake(byWallet.get(to), live, from);
      // A delegation of a whole wallet touches every contract.
      wake('contract' in delegation ? byContract.get(delegation.contract) : ofContracts, live);
      wake(ofAny, live);
    },
  };
}

function addTo(map: Map<Address, Set<Listener>>, key: Address, listener: Listener): void {
  const known = map.get(key);
  if (known) known.add(listener);
  else map.set(key, new Set([listener]));
}

function removeFrom(map: Map<Address, Set<Listener>>, key: Address, listener: Listener): void {
  const known = map.get(key);
  known?.delete(listener);
  if (known?.size === 0) map.delete(key);
}
