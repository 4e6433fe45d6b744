import type { PartlyResolved, Resolved } from '../answers.ts';
import { resolve } from '../check/resolve.ts';
import type { Client } from '../client/create-client.ts';
import { BlockNotReachedError } from '../client/errors.ts';
import type { ResolveParameters } from '../client/parameters.ts';

const ATTEMPTS = 8;
const WAIT_MS = 250;

type Found = Resolved & Partial<Pick<PartlyResolved, 'unknown'>>;

/**
 * Resolves at blocks that are not older than those that a stream of changes has named. `resolve` takes no `minBlock`, and
 * another server of the service may be a moment behind the stream.
 */
export async function resolveNotBefore(
  client: Client,
  parameters: ResolveParameters & { readonly signal: AbortSignal },
  floorOf: (chainId: number) => number | undefined,
): Promise<Found> {
  for (let attempt = 1; ; attempt++) {
    const found: Found = await resolve(client, parameters);
    const late = found.chains.find(({ chainId, block }) => block.number < (floorOf(chainId) ?? 0));
    if (!late) return found;
    if (attempt === ATTEMPTS) {
      const detail = `The service has not reached block ${floorOf(late.chainId)} of chain ${late.chainId}.`;
      throw new BlockNotReachedError({ code: 'block_not_reached', detail });
    }
    await new Promise((done) => setTimeout(done, WAIT_MS));
    parameters.signal.throwIfAborted();
  }
}
