/** A wallet's webhook endpoints. Whose they are is part of every statement: those of others are not there at all. */
import { randomUUID } from 'node:crypto';
import { type ConfiguredChain, createSecret, sealSecret, type VersionedSecret } from '@mandate/config';
import type { Checkpoint, WebhookFields, WebhookStore } from '@mandate/store';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { ProblemError } from '../../http/problems.ts';
import { readFields } from '../../request/read-body.ts';
import { refuseOne } from '../../request/read-parameters.ts';
import { createFindOwn, type GetWebhookOwner, ID, notFound, type OfEndpoint } from './own-webhook.ts';
import { presentEndpoint } from './present-webhook.ts';
import { addWebhookActions } from './webhook-actions.ts';
import { createWebhookSchemas } from './webhook-fields.ts';

export interface WebhookDependencies {
  readonly store: WebhookStore;
  /** The newest last. */
  readonly keys: readonly VersionedSecret[];
  readonly privateHosts: readonly string[];
  readonly chains: readonly Pick<ConfiguredChain, 'chainId' | 'name'>[];
  readonly listCheckpoints: () => Promise<readonly Checkpoint[]>;
}

const MAX_ENDPOINTS = 20;

export function addWebhooks(
  app: FastifyInstance,
  hooks: WebhookDependencies,
  getOwner: GetWebhookOwner,
  route: { readonly config: FastifyContextConfig },
): void {
  const { store, keys, privateHosts, chains } = hooks;
  const schemas = createWebhookSchemas({ chains, privateHosts });
  const findOwn = createFindOwn(store, getOwner);

  app.get('/webhooks', route, async (request) => {
    const endpoints = await store.list(await getOwner(request));
    const choices = { chains: chains.map(({ chainId, name }) => ({ chainId, name })), max: MAX_ENDPOINTS };
    return { endpoints: endpoints.map(presentEndpoint), choices };
  });

  app.post('/webhooks', route, async (request, reply) => {
    const owner = await getOwner(request);
    const given = readFields(schemas.create, request.body);
    await assertMark(hooks, given);
    const [id, secret] = [randomUUID(), createSecret()];
    const sealed = sealSecret(keys, id, secret);
    const endpoint = await store.create(owner, { ...given, id, secret: sealed }, MAX_ENDPOINTS);
    if (!endpoint) {
      const detail = `This wallet has ${MAX_ENDPOINTS} endpoints, which is the maximum. Delete one that is no longer used.`;
      throw new ProblemError('invalid_parameters', detail, []);
    }
    return reply.code(201).send({ ...presentEndpoint(endpoint), secret });
  });

  app.get<OfEndpoint>('/webhooks/:id', route, async (request) =>
    presentEndpoint((await findOwn(request)).endpoint),
  );

  app.patch<OfEndpoint>('/webhooks/:id', route, async (request) => {
    const change = readFields(schemas.change, request.body);
    const { owner, endpoint } = await findOwn(request);
    await assertMark(hooks, { ...endpoint, ...change });
    const changed = await store.change(owner, endpoint.id, change);
    if (!changed) throw notFound(endpoint.id);
    return presentEndpoint(changed);
  });

  app.delete<OfEndpoint>('/webhooks/:id', route, async (request, reply) => {
    const owner = await getOwner(request);
    const { id } = request.params;
    if (!ID.test(id) || !(await store.remove(owner, id))) throw notFound(id);
    return reply.code(204).send();
  });

  addWebhookActions(app, { store, keys, schemas, findOwn, route });
}

/** Throws if a chain that the endpoint names has no such mark. */
async function assertMark(
  { chains, listCheckpoints }: WebhookDependencies,
  { mark, chainIds }: Pick<WebhookFields, 'mark' | 'chainIds'>,
): Promise<void> {
  if (mark === 'latest') return;
  const without = (await listCheckpoints()).filter((chain) => chain[mark] === null);
  const named = without.filter(({ chainId }) => chainIds?.includes(chainId) ?? true);
  if (named.length === 0) return;
  const nameOf = (id: number) => chains.find(({ chainId }) => chainId === id)?.name ?? 'chain';
  const names = named.map(({ chainId }) => `${nameOf(chainId)} (${chainId})`).join(', ');
  throw refuseOne('mark', `is "${mark}", which is not known of ${names}. Leave the chain out in "chainIds".`);
}
