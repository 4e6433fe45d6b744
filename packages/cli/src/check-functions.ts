/** Finds the function that asks the check of a registry and kind by its name. */
import * as sdk from '@mandate/sdk';

type Check = (
  client: sdk.Client,
  parameters: object,
) => Promise<sdk.Answer<boolean | bigint> | sdk.Explained<boolean | bigint>>;

/** Gets the function that asks the check of a kind. */
export function getCheck(registry: string, kind: string): Check {
  const found = (sdk as Readonly<Record<string, unknown>>)[functionNameOf(registry, kind)];
  if (typeof found !== 'function') throw new Error(`No function asks the check of ${registry} ${kind}.`);
  return found as Check;
}

/** Returns the name of the function that asks the check of a kind. */
export function functionNameOf(registry: string, kind: string): string {
  return `check${capitalize(kind)}${registry === 'v2' ? '' : capitalize(registry)}`;
}

function capitalize(word: string): string {
  return `${word[0]?.toUpperCase()}${word.slice(1)}`;
}
