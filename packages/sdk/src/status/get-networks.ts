import type { Client } from '../client/create-client.ts';
import type { Options } from '../client/parameters.ts';
import { readJson } from '../client/reply.ts';
import { type Networks, readNetworks } from '../generated/networks.ts';

/**
 * Returns the supported chains with the addresses of their registries.
 *
 * @example
 * import { createClient, getNetworks } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { networks } = await getNetworks(client);
 * console.log(networks[0].registries.v2); // 0x00000000000000447e69651d841bD8D104Bed493
 */
export async function getNetworks(client: Client, { signal }: Options = {}): Promise<Networks> {
  return readJson(await client.send('/networks', signal), readNetworks);
}
