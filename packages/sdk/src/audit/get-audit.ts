import type { Client } from '../client/create-client.ts';
import type { Options } from '../client/parameters.ts';
import { readJson } from '../client/reply.ts';
import { type Audit, readAudit } from '../generated/audit.ts';

/**
 * Returns how far the service has compared its records with each chain, and which differences it found, ever.
 *
 * @example
 * import { createClient, getAudit } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { chains } = await getAudit(client);
 * console.log(chains[0].chainId, chains[0].differences); // 1 0
 */
export async function getAudit(client: Client, { signal }: Options = {}): Promise<Audit> {
  return readJson(await client.send('/audit', signal), readAudit);
}
