import { getKind, listKinds, REGISTRIES as REGISTRIES_OF_CORE, REGISTRY_IDS } from '@mandate/core';
import { expect, test } from 'vitest';
import { REGISTRIES } from './registries.ts';

test('the registries and their kinds are those of the service', () => {
  const described = REGISTRY_IDS.map((registry) => {
    const { hasRights } = REGISTRIES_OF_CORE[registry];
    const kinds = listKinds(registry).map((kind) => {
      const { scope, answer, type, tokenType, checkParties } = getKind(registry, kind);
      return [kind, { scope, hasRights, answer, type, tokenType, checkParties }];
    });
    return [registry, Object.fromEntries(kinds)];
  });
  expect(REGISTRIES).toEqual(Object.fromEntries(described));
});
