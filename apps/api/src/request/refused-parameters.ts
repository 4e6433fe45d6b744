/** Parameters of other operations. A client that sends them must not believe that they have an effect. */
import type { Registry } from '@mandate/core';
import type { Refused } from './read-parameters.ts';

/** Creates refusals of parameters, with the reason of each group. */
export function refuseParameters(
  groups: readonly (readonly [names: readonly string[], why: string])[],
): Refused {
  return new Map(groups.flatMap(([names, why]) => names.map((name) => [name, why] as const)));
}

/** Refuses to choose the registry beside the path, and in v1 the parameter that only v2 has. */
export function refuseOtherVersion(registry: Registry, onlyV2: string): Refused {
  const other = registry === 'v1' ? 'v2' : 'v1';
  const byPath = `is not a parameter. The path chooses the registry: for ${other}, ask /registry/${other}/….`;
  return refuseParameters([
    [['registry', 'registries', 'version'], byPath],
    [
      registry === 'v1' ? [onlyV2] : [],
      'is a parameter of v2, not of v1. Leave it out, or ask /registry/v2/….',
    ],
  ]);
}
