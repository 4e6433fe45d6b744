/** A wallet's webhook endpoints. Whose they are is part of every statement: those of others are not there at all. */
import { randomUUID } from 'node:crypto';
import { type ConfiguredChain, createSecret, sealSecret, type VersionedSecret } from '@mandate/config';
import type { Address } from '@mandate/core';
import type { Reader, WebhookFields, WebhookStore } from '@mandate/store';
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ProblemError } from '../../http/problems.ts';
import { readFields } from '../../request/read-body.ts';
import { refuseOne } from '../../request/read-parameters.ts';
import { type Asked, found, getOwn, ID, notFound } from './own-webhook.ts';
import { presentEndpoint } from './present-webhook.ts';
import { createWebhookActions } from './webhook-actions.ts';
import { createWebhookSchemas, type Given, type WebhookSchemas } from './webhook-fields.ts';
import {
  type AnswerOf,
  listWebhookOperations,
  type WEBHOOK_OPERATIONS,
  type WebhookOperationId,
} from './webhook-operations.ts';

export interface WebhookDependencies {
  readonly store: WebhookStore;
  /** The newest last. */
  readonly keys: readonly VersionedSecret[];
  readonly privateHosts: readonly string[];
  readonly chains: readonly Pick<ConfiguredChain, 'chainId' | 'name'>[];
  readonly reader: Pick<Reader, 'listCheckpoints' | 'findStarts'>;
}

const MAX_ENDPOINTS = 20;

/** Throws where nobody is signed in and no key was sent. */
type GetWebhookOwner = (request: FastifyRequest) => Address | Promise<Address>;

type GivenOf<Id extends WebhookOperationId> = (typeof WEBHOOK_OPERATIONS)[Id] extends {
  readonly takes: infer Takes extends keyof WebhookSchemas;
}
  ? Given<Takes>
  : undefined;

type Handlers = {
  readonly [Id in WebhookOperationId]: (asked: Asked<GivenOf<Id>>) => Promise<AnswerOf<Id> | undefined>;
};

export function addWebhooks(
  app: FastifyInstance,
  hooks: WebhookDependencies,
  getOwner: GetWebhookOwner,
  route: { readonly config: FastifyContextConfig },
): void {
  const schemas = createWebhookSchemas(hooks);
  const handlers: Handlers = { ...createHandlers(hooks), ...createWebhookActions(hooks) };
  for (const [operation, { method, path, status, takes }] of listWebhookOperations()) {
    const handle = handlers[operation] as (asked: Asked<unknown>) => Promise<unknown>;
    app.route<{ Params: { id: string } }>({
      ...{ ...route, method, url: path },
      async handler(request, reply) {
        const owner = await getOwner(request as FastifyRequest);
        const schema: z.ZodType | undefined = takes && schemas[takes];
        const given = schema && readFields(schema, method === 'GET' ? request.query : request.body);
        return reply.code(status).send(await handle({ owner, id: request.params.id, given }));
      },
    });
  }
}

function createHandlers(hooks: WebhookDependencies) {
  const { store, keys, chains } = hooks;
  return {
    async listWebhooks({ owner }: Asked<undefined>) {
      const endpoints = await store.list(owner);
      const choices = { chains: chains.map(({ chainId, name }) => ({ chainId, name })), max: MAX_ENDPOINTS };
      return { endpoints: endpoints.map(presentEndpoint), choices };
    },

    async createWebhook({ owner, given }: Asked<Given<'create'>>) {
      await assertMark(hooks, given);
      const [id, secret] = [randomUUID(), createSecret()];
      const sealed = sealSecret(keys, id, secret);
      const endpoint = await store.create(owner, { ...given, id, secret: sealed }, MAX_ENDPOINTS);
      if (endpoint) return { ...presentEndpoint(endpoint), secret };
      const detail = `This wallet has ${MAX_ENDPOINTS} endpoints, which is the maximum. Delete one that is no longer used.`;
      throw new ProblemError('invalid_parameters', detail, []);
    },

    getWebhook: async (asked: Asked<undefined>) => presentEndpoint(await getOwn(store, asked)),

    async changeWebhook(asked: Asked<Given<'change'>>) {
      const { owner, given } = asked;
      const endpoint = await getOwn(store, asked);
      await assertMark(hooks, { ...endpoint, ...given });
      return presentEndpoint(found(endpoint.id, await store.change(owner, endpoint.id, given)));
    },

    async deleteWebhook({ owner, id }: Asked<undefined>) {
      if (!ID.test(id) || !(await store.remove(owner, id))) throw notFound(id);
      return undefined;
    },
  };
}

/** Throws if a chain that the endpoint names has no such mark. */
async function assertMark(
  { chains, reader }: WebhookDependencies,
  { mark, chainIds }: Pick<WebhookFields, 'mark' | 'chainIds'>,
): Promise<void> {
  if (mark === 'latest') return;
  const without = (await reader.listCheckpoints()).filter((chain) => chain[mark] === null);
  const named = without.filter(({ chainId }) => chainIds?.includes(chainId) ?? true);
  if (named.length === 0) return;
  const nameOf = (id: number) => chains.find(({ chainId }) => chainId === id)?.name ?? 'chain';
  const names = named.map(({ chainId }) => `${nameOf(chainId)} (${chainId})`).join(', ');
  throw refuseOne('mark', `is "${mark}", which is not known of ${names}. Leave the chain out in "chainIds".`);
}
