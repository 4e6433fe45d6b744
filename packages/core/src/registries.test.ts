import { type Abi, parseAbi } from 'viem';
import { describe, expect, test } from 'vitest';
import { SIGNATURES } from './abi.ts';
import { KINDS, listKinds, REGISTRIES, REGISTRY_IDS, type RegistryDescription } from './registries.ts';

const isDistinct = (values: readonly unknown[]) => new Set(values).size === values.length;

test('numbers in the ledger are distinct, and those in use never change', () => {
  const numbers = Object.entries(KINDS).map(([kind, { ledgerNumber }]) => [kind, ledgerNumber]);
  expect(isDistinct(numbers.map(([, number]) => number))).toBe(true);
  expect(Object.fromEntries(numbers)).toMatchObject({
    ...{ all: 1, contract: 2, token: 3, erc721: 4, erc20: 5, erc1155: 6 },
  });
  expect(isDistinct(REGISTRY_IDS.map((id) => REGISTRIES[id].ledgerNumber))).toBe(true);
  expect([REGISTRIES.v1.ledgerNumber, REGISTRIES.v2.ledgerNumber]).toEqual([1, 2]);
});

test('every kind belongs to a registry, and no two registries share an event of a grant', () => {
  const kinds = REGISTRY_IDS.flatMap((id) => listKinds(id));
  expect([...new Set(kinds)].toSorted()).toEqual(Object.keys(KINDS).toSorted());
  const events = REGISTRY_IDS.flatMap((id) => Object.values(REGISTRIES[id].kinds).map(({ event }) => event));
  expect(isDistinct(events)).toBe(true);
});

describe.each(REGISTRY_IDS)('%s', (id) => {
  const registry: RegistryDescription = REGISTRIES[id];
  const abi: Abi = parseAbi<readonly string[]>(SIGNATURES[id]);
  const kinds = Object.entries(registry.kinds);
  const namesOf = (type: 'event' | 'function') =>
    abi.flatMap((item) => (item.type === type ? [item.name] : []));

  test('is listed under its id', () => {
    expect(registry.id).toBe(id);
  });

  test.each(kinds)(
    '%s has its event, view and write in the ABI',
    (kind, { event, check, write, ...facts }) => {
      expect(namesOf('event')).toContain(event);
      expect(namesOf('function')).toEqual(expect.arrayContaining([check, write]));
      expect(facts).toMatchObject(KINDS[kind as keyof typeof KINDS]);
    },
  );

  test("is in the order of the contract's numbers", () => {
    expect(kinds.map(([, { contractType }]) => contractType)).toEqual(kinds.map((_, i) => i + 1));
  });

  test('an event has the arguments that the description names', () => {
    for (const [, { event, scope, answer }] of kinds) {
      const found = abi.find((item) => item.type === 'event' && item.name === event);
      const inputs = found?.type === 'event' ? found.inputs.map(({ name }) => name) : [];
      const { from, to } = registry.parties;
      const flag = answer === 'balance' ? 'amount' : registry.enableArgument;
      const scopeNames = scope.map((field) => (field === 'contract' ? 'contract_' : field));
      const rights = registry.hasRights ? ['rights'] : [];
      expect(inputs).toEqual([from, to, ...scopeNames, ...rights, flag]);
    }
  });
});
