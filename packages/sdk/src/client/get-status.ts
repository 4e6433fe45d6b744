import { readStatus, type Status } from '../generated/status.ts';
import type { Client } from './create-client.ts';
import type { Options } from './parameters.ts';
import { readJson } from './reply.ts';

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
