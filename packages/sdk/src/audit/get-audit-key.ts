import type { Client } from '../client/create-client.ts';
import type { Options } from '../client/parameters.ts';
import { readJson } from '../client/reply.ts';
import { type AuditKey, readAuditKey } from '../generated/audit.ts';

/**
 * Returns the key that the service signs its reports with. Keep it, or compare it with the one that the operator
 * published elsewhere: a service that lies could send another key with another report.
 *
 * @example
 * import { createClient, getAuditKey } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { algorithm } = await getAuditKey(client);
 * console.log(algorithm); // Ed25519
 */
export async function getAuditKey(client: Client, { signal }: Options = {}): Promise<AuditKey> {
  return readJson(await client.send('/audit/key', signal), readAuditKey);
}
