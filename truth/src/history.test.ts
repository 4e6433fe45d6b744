import { listKinds, REGISTRY_IDS } from '@mandate/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actorOf, type Command, histories, type Step } from './history.ts';
import { KEYED, SMART } from './world.ts';

const steps = fc.sample(histories(300), { seed: 5, numRuns: 40 }).flat();
const ofType = <T extends Step['type']>(type: T) =>
  steps.filter((step): step is Extract<Step, { type: T }> => step.type === type);

/** Describes a write by its type, its actor and how it reaches the registry. */
function describeWrite(command: Command): string {
  const actor = (SMART as readonly string[]).includes(actorOf(command)) ? 'smart' : 'keyed';
  if (command.write === 'grant')
    return `${actor} grant ${command.delegation.registry} ${command.delegation.kind}`;
  if (command.write === 'revoke') return `${actor} revoke ${command.grant.registry} ${command.grant.kind}`;
  return `${actor} ${command.write}`;
}

const EVERY_WRITE = [
  ...REGISTRY_IDS.flatMap((registry) =>
    listKinds(registry).flatMap((kind) => [`grant ${registry} ${kind}`, `revoke ${registry} ${kind}`]),
  ),
  'revokeAllDelegates',
  'revokeDelegate',
  'revokeSelf',
];

test('histories hold every write, by wallets with a key and by smart wallets', () => {
  const sent = new Set(ofType('send').map(({ command }) => describeWrite(command)));
  expect([...sent].toSorted()).toEqual(
    EVERY_WRITE.flatMap((write) => [`keyed ${write}`, `smart ${write}`]).toSorted(),
  );
});

test('histories hold every write of several smart wallets in one transaction', () => {
  const bundled = ofType('bundle').flatMap(({ commands }) => commands);
  expect([...new Set(bundled.map(describeWrite))].toSorted()).toEqual(
    EVERY_WRITE.map((write) => `smart ${write}`).toSorted(),
  );
});

test("a multicall is one wallet's own", () => {
  for (const { commands } of ofType('multicall')) {
    expect(new Set(commands.map(actorOf)).size).toBe(1);
    expect(KEYED).toContain(commands[0] && actorOf(commands[0]));
  }
});

test('histories hold the extremes: no amount, every amount, self-delegations, reorgs up to depth 20', () => {
  const delegations = ofType('send').flatMap(({ command }) =>
    'delegation' in command ? [command.delegation] : [],
  );
  const amounts = delegations.flatMap((d) => ('amount' in d ? [d.amount] : []));
  expect(amounts).toContain(0n);
  expect(amounts).toContain(2n ** 256n - 1n);
  expect(delegations.some(({ from, to }) => from === to)).toBe(true);
  const depths = ofType('reorg').map(({ depth }) => depth);
  expect([Math.min(...depths), Math.max(...depths)]).toEqual([1, 20]);
});
