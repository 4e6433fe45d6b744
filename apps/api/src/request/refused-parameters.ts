/** Parameters of other operations. A client that sends them must not believe that they have an effect. */
import { z } from 'zod';
import type { Parameters } from './parameter.ts';
import { inQuery } from './parameters.ts';

/** Creates parameters that are always refused, with the reason of each group. */
export function refuseParameters(
  groups: readonly (readonly [names: readonly string[], why: string])[],
): Parameters {
  const refused = groups.flatMap(([names, why]) => {
    const never = z.string().refine(() => false, why);
    return names.map((name) => [name, inQuery(name, never, {})] as const);
  });
  return Object.fromEntries(refused);
}

/** Names that people try for the parameters of an operation that asks many chains. */
export const NEARLY_SEVERAL: Parameters = refuseParameters([
  [['chain', 'chains', 'network', 'networks'], 'is not a parameter. Did you mean "chainIds"?'],
  [['registry', 'version', 'versions'], 'is not a parameter. Did you mean "registries"?'],
]);
