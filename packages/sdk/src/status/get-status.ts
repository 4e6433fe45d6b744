import type { Client } from '../client/create-client.ts';
import type { Options } from '../client/parameters.ts';
import { readJson } from '../client/reply.ts';
import { readStatus, type Status } from '../generated/status.ts';

/**
 * Returns the indexing progress of each chain, and whether questions about it are answered.
 *
 * @example
 * import { createClient, getStatus } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { chains } = await getStatus(client);
 * console.log(chains[0].chainId, chains[0].state); // 1 ready
 */
export async function getStatus(client: Client, { signal }: Options = {}): Promise<Status> {
  return readJson(await client.send('/status', signal), readStatus);
}
