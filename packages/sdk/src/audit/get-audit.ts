import type { Audit, AuditPass, ChainAudit } from '../answers-of-audit.ts';
import type { Client } from '../client/create-client.ts';
import type { Options } from '../client/parameters.ts';
import { array, number, object, orNull, text, whole } from '../client/read-json.ts';
import { readJson } from '../client/reply.ts';

const PASS = {
  started: whole,
  untilBlock: whole,
  rows: whole,
  rowsCompared: whole,
  grantsProven: whole,
  questions: whole,
  differences: whole,
};

const readAudit = object<Audit>({
  chains: array(
    object<ChainAudit>({
      chainId: whole,
      name: text,
      questions: whole,
      coverage: number,
      oldestUnauditedSeconds: orNull(whole),
      differences: whole,
      unconfirmed: whole,
      disputes: whole,
      vaultsUnderAudit: whole,
      passes: whole,
      lastPass: orNull(object<AuditPass & { readonly finished: number }>({ ...PASS, finished: whole })),
      currentPass: orNull(object<AuditPass>(PASS)),
    }),
  ),
  reports: array(text),
});

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
