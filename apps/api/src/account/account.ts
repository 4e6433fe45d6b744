/** The developer page's own routes under `/developer/api`: who is signed in, their keys and their usage. */
import cookie from '@fastify/cookie';
import type { ConfiguredChain } from '@mandate/config';
import { createKeyStore, createSessionStore, createUsageStore, type Database } from '@mandate/store';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type IssuedKey, issueKey } from '../access/keys/issue-key.ts';
import type { Ceilings, Pepper } from '../config.ts';
import { ProblemError } from '../http/problems.ts';
import { addOwnKeys } from './keys.ts';
import { createNonces } from './nonces.ts';
import { assertOwnPage } from './own-page.ts';
import { OWN_ROUTE } from './own-route.ts';
import type { GetOwner } from './owner.ts';
import { addSessions, getOwner } from './sessions.ts';
import { VALIDITY_S } from './sign-in-message.ts';
import { createSite } from './site.ts';
import { addOwnUsage } from './usage.ts';
import { createVerifySignature } from './verify-signature.ts';

export interface DeveloperOptions {
  readonly database: Database;
  readonly chains: readonly ConfiguredChain[];
  readonly publicUrl: string;
  readonly peppers: readonly Pepper[];
  readonly ceilings: Ceilings;
  readonly log: Logger;
}

const MAX_BODY_BYTES = 16 * 1024;
const CLEAN_EVERY_MS = 10 * 60 * 1000;

/** Without a public URL and a pepper nobody can sign in, and these paths are not there. */
export async function addDeveloper(app: FastifyInstance, options: DeveloperOptions): Promise<void> {
  const { publicUrl, peppers, log } = options;
  const missing = [...(publicUrl ? [] : ['PUBLIC_URL']), ...(peppers.length > 0 ? [] : ['KEY_PEPPERS'])];
  if (missing.length > 0) return log.info({ missing }, 'no developer page: settings are missing');
  await app.register(async (scope) => addOperations(scope, options), { prefix: '/developer/api' });
}

async function addOperations(
  app: FastifyInstance,
  { database, chains, publicUrl, peppers, ceilings, log }: DeveloperOptions,
): Promise<void> {
  const site = createSite(publicUrl);
  if (site.scheme !== 'https')
    log.warn({ publicUrl }, 'browsers keep the cookies of a session over https, or on localhost, only');
  const sessions = createSessionStore(database);
  const served = new Set(chains.map(({ chainId }) => chainId));
  const findOwner: GetOwner = (request) => getOwner(sessions, request);

  app.addHook('onRequest', async (request, reply) => {
    reply.header('cross-origin-resource-policy', 'same-origin');
    assertOwnPage(request, site);
  });
  await app.register(cookie);
  takeJsonOnly(app);

  addSessions(app, {
    store: sessions,
    nonces: createNonces(peppers, VALIDITY_S),
    site,
    isServed: (chainId) => served.has(chainId),
    verifySignature: createVerifySignature(chains, log),
  });
  addOwnKeys(app, {
    store: createKeyStore(database),
    getOwner: findOwner,
    ceilings,
    issueKey: () => getKey(issueKey(peppers)),
  });
  addOwnUsage(app, { store: createUsageStore(database), getOwner: findOwner });
  // Unknown paths below are guarded too, so that other sites can't learn which paths exist.
  for (const path of ['', '/*']) {
    app.all(path, OWN_ROUTE, async () => {
      throw new ProblemError('not_found', 'There is no such operation.');
    });
  }

  const cleaning = setInterval(() => {
    sessions.deleteExpired().catch((error) => log.warn({ error: error.message }, 'could not clean up'));
  }, CLEAN_EVERY_MS);
  cleaning.unref();
  app.addHook('onClose', async () => clearInterval(cleaning));
}

/** Forms of other sites can send text and forms, not JSON. */
function takeJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    async (_request: unknown, body: string) => {
      try {
        return JSON.parse(body) as unknown;
      } catch {
        // Nothing of the cause: its message repeats what was sent.
        throw new ProblemError('malformed_request', 'The body is not JSON.');
      }
    },
  );
}

function getKey(issued: IssuedKey | null): IssuedKey {
  if (!issued) throw new Error('There is no pepper to make a key with.');
  return issued;
}
