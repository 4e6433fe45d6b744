/** Generates random histories: writes of wallets to both registries, and reorgs of the chain. */
import {
  type Address,
  createDelegation,
  type Delegation,
  type Grant,
  grantOf,
  type Kind,
  listKinds,
  type Registry,
} from '@mandate/core';
import fc from 'fast-check';
import { AMOUNTS, CONTRACTS, KEYED, RIGHTS, SMART, TOKEN_IDS, WALLETS } from './world.ts';

/** One write to a registry. */
export type Command =
  | { readonly write: 'grant'; readonly delegation: Delegation }
  | { readonly write: 'revoke'; readonly grant: Grant }
  | { readonly write: 'revokeAllDelegates'; readonly from: Address }
  | { readonly write: 'revokeDelegate'; readonly from: Address; readonly to: Address }
  | { readonly write: 'revokeSelf'; readonly from: Address; readonly to: Address };

export type Step =
  /** A transaction from the wallet itself; a smart wallet forwards one call. */
  | { readonly type: 'send'; readonly command: Command }
  /** One transaction in which several smart wallets act. */
  | { readonly type: 'bundle'; readonly commands: readonly Command[] }
  /** One transaction that calls v2's own `multicall`, all for one wallet. */
  | { readonly type: 'multicall'; readonly commands: readonly Command[] }
  | { readonly type: 'mine'; readonly blocks: number }
  | { readonly type: 'reorg'; readonly depth: number; readonly commands: readonly Command[] }
  /** A token moves, or its contract changes how it behaves, as this number chooses. */
  | { readonly type: 'move'; readonly choice: number }
  | { readonly type: 'compare' };

export type History = readonly Step[];

export const MAX_REORG_DEPTH = 20;
/** Long enough for deep reorgs, short enough to read after shrinking. */
const MAX_STEPS = 300;

/** Returns the wallet that makes the call. */
export function actorOf(command: Command): Address {
  switch (command.write) {
    case 'grant':
      return command.delegation.from;
    case 'revoke':
      return command.grant.from;
    case 'revokeSelf':
      return command.to;
    default:
      return command.from;
  }
}

export function countCommands(step: Step): number {
  if (step.type === 'send' || step.type === 'move') return 1;
  return 'commands' in step ? step.commands.length : 0;
}

/** Returns the part of a history that has at most this many commands. */
export function within(history: History, commands: number): History {
  let left = commands;
  return history.filter((step) => {
    left -= countCommands(step);
    return left >= 0;
  });
}

/** Draws a history of writes to the registries. */
export function sample(seed: number, number: number): History {
  const [history = []] = fc.sample(histories(MAX_STEPS), { seed: seedOf(seed, number), numRuns: 1 });
  return history;
}

/** The multiplier spreads neighbouring seeds, so that they share no history. */
export const seedOf = (seed: number, number: number): number => (Math.imul(seed, 0x9e3779b1) + number) | 0;

/**
 * Generates histories of up to this many steps. Any step can be left out, so that failing ones can be shrunk.
 */
export function histories(maxSteps: number): fc.Arbitrary<History> {
  return fc.array(step, { minLength: 1, maxLength: maxSteps, size: 'max' });
}

const anyone = fc.constantFrom(...WALLETS);

const delegationFrom = (registry: Registry, from: fc.Arbitrary<Address>) =>
  fc
    .record({
      registry: fc.constant(registry),
      kind: fc.constantFrom<Kind>(...listKinds(registry)),
      from,
      to: anyone,
      contract: fc.constantFrom(...CONTRACTS),
      tokenId: fc.constantFrom(...TOKEN_IDS),
      rights: fc.constantFrom(...RIGHTS),
      amount: fc.constantFrom(...AMOUNTS),
    })
    .map(createDelegation);

const toggle = (delegation: fc.Arbitrary<Delegation>): fc.Arbitrary<Command> =>
  fc
    .tuple(delegation, fc.integer({ min: 0, max: 3 }))
    .map(([d, dice]) =>
      dice > 0 ? { write: 'grant', delegation: d } : { write: 'revoke', grant: grantOf(d) },
    );

/** v1 gets a larger share, because indexes usually get its revocations wrong. */
const commandOf = (actor: fc.Arbitrary<Address>): fc.Arbitrary<Command> =>
  fc.oneof(
    { weight: 8, arbitrary: toggle(delegationFrom('v1', actor)) },
    { weight: 8, arbitrary: toggle(delegationFrom('v2', actor)) },
    { weight: 1, arbitrary: fc.record({ write: fc.constant('revokeAllDelegates' as const), from: actor }) },
    {
      weight: 4,
      arbitrary: fc.record({ write: fc.constant('revokeDelegate' as const), from: actor, to: anyone }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ write: fc.constant('revokeSelf' as const), from: anyone, to: actor }),
    },
  );

const few = <T>(item: fc.Arbitrary<T>, minLength: number) =>
  fc.array(item, { minLength, maxLength: 6, size: 'max' });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 16, arbitrary: commandOf(anyone).map((command): Step => ({ type: 'send', command })) },
  {
    weight: 3,
    arbitrary: few(commandOf(fc.constantFrom(...SMART)), 2).map(
      (commands): Step => ({ type: 'bundle', commands }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...KEYED)
      .chain((from) => few(toggle(delegationFrom('v2', fc.constant(from))), 2))
      .map((commands): Step => ({ type: 'multicall', commands })),
  },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 3 }).map((blocks): Step => ({ type: 'mine', blocks })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: MAX_REORG_DEPTH }), few(commandOf(anyone), 0))
      .map(([depth, commands]): Step => ({ type: 'reorg', depth, commands })),
  },
  { weight: 3, arbitrary: fc.constant<Step>({ type: 'compare' }) },
);
