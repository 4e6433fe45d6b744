/** Samples delegations, standing or ended, from the whole history of a chain. */
import { type Client, type Grant, listChanges, type Registry } from '@mandate/sdk';
import type { Random } from './random.ts';

/** Each place costs one request. */
const PLACES = 8;
const CHANGES_EACH = 100;

interface SampleOptions {
  readonly chainId: number;
  readonly registries: readonly Registry[];
  readonly signal: AbortSignal;
}

/** A cursor of one chain: its id, the number of its changes, and which log it is. */
const CURSOR = /^(\d+)-(\d+)-([0-9a-f]+)$/;

/** Reads changes at random places of the feed. A service whose cursors look different is read from its first change. */
export async function sampleGrants(
  client: Client,
  random: Random,
  { chainId, registries, signal }: SampleOptions,
): Promise<Grant[]> {
  const asked = { chainIds: [chainId], signal };
  const { cursor: end } = await listChanges(client, asked);
  const [, chain, length, log] = CURSOR.exec(end) ?? [];
  const places = Array.from({ length: PLACES }, () => random.below(Number(length ?? 0)));
  // All places of a short feed are on its first page.
  const isShort = Number(length ?? 0) <= CHANGES_EACH;
  const cursors = isShort ? ['start'] : places.map((place) => (place ? `${chain}-${place}-${log}` : 'start'));
  const grants: Grant[] = [];
  for (const cursor of new Set(cursors)) {
    const { changes } = await listChanges(client, { ...asked, cursor, limit: CHANGES_EACH });
    grants.push(...changes.filter(({ registry }) => registries.includes(registry)));
  }
  return grants;
}
