import type { Address } from './address.ts';
import type { Change } from './change.ts';
import { type Delegation, findAmount, identify, isPossibleGrantor } from './delegation.ts';
import type { Registry } from './registries.ts';

/** The delegations that stand, by identity, in the order in which they began. */
export type DelegationSet = ReadonlyMap<string, Delegation>;

/** One row of the ledger that a change ends or begins. A new amount does both. */
export interface Effect {
  readonly type: 'ended' | 'begun';
  readonly delegation: Delegation;
}

export interface Applied {
  readonly set: DelegationSet;
  /** Empty when the change changes nothing: granting what is granted, revoking what isn't. */
  readonly effects: readonly Effect[];
}

export const EMPTY_SET: DelegationSet = new Map();

export function apply(set: DelegationSet, change: Change): Applied {
  const effects = effectsOf(set, change);
  return { set: replay(set, effects), effects };
}

/** Reverts what `apply` did, given the effects it reported. */
export function undo(set: DelegationSet, effects: readonly Effect[]): DelegationSet {
  return replay(
    set,
    effects.toReversed().map(({ type, delegation }) => ({
      type: type === 'begun' ? 'ended' : 'begun',
      delegation,
    })),
  );
}

export function listOutgoing(set: DelegationSet, registry: Registry, from: Address): Delegation[] {
  return listWhere(set, (d) => d.registry === registry && d.from === from);
}

export function listIncoming(set: DelegationSet, registry: Registry, to: Address): Delegation[] {
  return listWhere(set, (d) => d.registry === registry && d.to === to);
}

/** Lists what a change would do to a set. */
export function effectsOf(set: DelegationSet, change: Change): Effect[] {
  switch (change.type) {
    case 'grant': {
      const { delegation } = change;
      if (!isPossibleGrantor(delegation)) return [];
      const before = set.get(identify(delegation));
      if (!before) return [{ type: 'begun', delegation }];
      if (findAmount(before) === findAmount(delegation)) return [];
      return [
        { type: 'ended', delegation: before },
        { type: 'begun', delegation },
      ];
    }
    case 'revoke': {
      const before = set.get(identify(change.grant));
      return before ? [{ type: 'ended', delegation: before }] : [];
    }
    case 'revokeAll':
      return listOutgoing(set, 'v1', change.from).map(ended);
    case 'revokePair':
      return listOutgoing(set, 'v1', change.from)
        .filter((d) => d.to === change.to)
        .map(ended);
  }
}

function ended(delegation: Delegation): Effect {
  return { type: 'ended', delegation };
}

function replay(set: DelegationSet, effects: readonly Effect[]): DelegationSet {
  if (effects.length === 0) return set;
  const next = new Map(set);
  for (const { type, delegation } of effects) {
    if (type === 'begun') next.set(identify(delegation), delegation);
    else next.delete(identify(delegation));
  }
  return next;
}

function listWhere(set: DelegationSet, matches: (delegation: Delegation) => boolean): Delegation[] {
  return [...set.values()].filter(matches);
}
