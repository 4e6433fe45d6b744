/** The developer page's own routes under `/developer/api`: who is signed in, their keys, their usage and their webhooks. */
import cookie from '@fastify/cookie';
import {
  createKeyStore,
  createSessionStore,
  createUsageStore,
  createWebhookStore,
  type Database,
} from '@mandate/store';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Ceilings } from '../access/limit/ceilings.ts';
import type { Config } from '../config.ts';
import { ProblemError } from '../http/problems.ts';
import { takeJsonOnly } from '../request/read-body.ts';
import { addOwnEvents } from './events.ts';
import { listChoices } from './key-fields.ts';
import { addOwnKeys } from './keys.ts';
import { createNonces } from './nonces.ts';
import { assertOwnPage, createSite, OWN_ROUTE } from './own-page.ts';
import { addSessions } from './sessions.ts';
import { VALIDITY_S } from './sign-in-message.ts';
import { addOwnUsage } from './usage.ts';
import { createVerifySignature } from './verify-signature.ts';
import { addWebhooks, type WebhookDependencies } from './webhooks/webhooks.ts';
import { addWebhooksOfKeys } from './webhooks/webhooks-of-keys.ts';

interface DeveloperOptions extends Pick<Config, 'chains' | 'publicUrl' | 'peppers' | 'webhooks'> {
  readonly database: Database;
  readonly reader: WebhookDependencies['reader'];
  readonly ceilings: Ceilings;
  readonly log: Logger;
}

const CLEAN_EVERY_MS = 10 * 60 * 1000;

/** Without a public URL and a pepper nobody can sign in, and these paths are not there. */
export async function addDeveloper(app: FastifyInstance, options: DeveloperOptions): Promise<void> {
  const { publicUrl, peppers, webhooks, database, chains, reader, log } = options;
  const missing = [...(publicUrl ? [] : ['PUBLIC_URL']), ...(peppers.length > 0 ? [] : ['KEY_PEPPERS'])];
  if (missing.length > 0) return log.info({ missing }, 'no developer page: settings are missing');
  const hooks = webhooks.keys.length > 0 && {
    ...webhooks,
    ...{ store: createWebhookStore(database), chains, reader },
  };
  if (hooks) await app.register(async (scope) => addWebhooksOfKeys(scope, hooks));
  await app.register(async (scope) => addOperations(scope, options, hooks || null), {
    prefix: '/developer/api',
  });
}

async function addOperations(
  app: FastifyInstance,
  { database, chains, publicUrl, peppers, ceilings, log }: DeveloperOptions,
  hooks: WebhookDependencies | null,
): Promise<void> {
  const site = createSite(publicUrl);
  if (site.scheme !== 'https')
    log.warn({ publicUrl }, 'browsers keep the cookies of a session over https, or on localhost, only');
  const sessions = createSessionStore(database);
  const served = new Set(chains.map(({ chainId }) => chainId));

  app.addHook('onRequest', async function admitOwnPage(request, reply) {
    reply.header('cross-origin-resource-policy', 'same-origin');
    assertOwnPage(request, site);
  });
  await app.register(cookie);
  takeJsonOnly(app);

  const getOwner = addSessions(app, {
    store: sessions,
    nonces: createNonces(peppers, VALIDITY_S),
    site,
    isServed: (chainId) => served.has(chainId),
    verifySignature: await createVerifySignature(chains, log),
  });
  const keys = createKeyStore(database);
  addOwnKeys(app, { store: keys, getOwner, ceilings, choices: listChoices(chains), peppers });
  addOwnEvents(app, keys, getOwner);
  addOwnUsage(app, createUsageStore(database), getOwner);
  if (hooks) addWebhooks(app, hooks, getOwner, OWN_ROUTE);
  // Unknown paths below are guarded too, so that other sites can't learn which paths exist.
  for (const path of ['', '/*']) {
    app.all(path, OWN_ROUTE, async () => {
      throw new ProblemError('not_found', 'There is no such operation. Check the path.');
    });
  }

  const cleaning = setInterval(() => {
    sessions.deleteExpired().catch((error) => log.warn({ error: error.message }, 'could not clean up'));
  }, CLEAN_EVERY_MS).unref();
  app.addHook('onClose', async () => clearInterval(cleaning));
}
