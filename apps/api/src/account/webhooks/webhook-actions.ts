/** Lets owners pause, resume, rotate, test, replay and skip, and lists the deliveries of an endpoint. */
import { createSecret, sealSecret, type VersionedSecret } from '@mandate/config';
import type { OwnedEndpoint, ReplayFrom, WebhookStore } from '@mandate/store';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { ProblemError } from '../../http/problems.ts';
import { CURSOR_PATTERN, parsePlaces } from '../../operations/changes/places.ts';
import { readFields } from '../../request/read-body.ts';
import { refuse, refuseOne } from '../../request/read-parameters.ts';
import { type FindOwn, notFound, type OfEndpoint } from './own-webhook.ts';
import { presentDelivery, presentEndpoint } from './present-webhook.ts';
import type { createWebhookSchemas } from './webhook-fields.ts';

interface ActionDependencies {
  readonly store: WebhookStore;
  readonly keys: readonly VersionedSecret[];
  readonly schemas: ReturnType<typeof createWebhookSchemas>;
  readonly findOwn: FindOwn;
  readonly route: { readonly config: FastifyContextConfig };
}

const PAGE_DELIVERIES = 50;
const HOUR_MS = 60 * 60 * 1000;
const CURSOR = new RegExp(CURSOR_PATTERN);

export function addWebhookActions(
  app: FastifyInstance,
  { store, keys, schemas, findOwn, route }: ActionDependencies,
): void {
  for (const action of ['pause', 'resume'] as const) {
    app.post<OfEndpoint>(`/webhooks/:id/${action}`, route, async (request) => {
      const { owner, endpoint } = await findOwn(request);
      return presentFound(endpoint.id, await store[action](owner, endpoint.id));
    });
  }

  app.post<OfEndpoint>('/webhooks/:id/rotate', route, async (request) => {
    const { overlapHours } = readFields(schemas.rotate, request.body);
    const { owner, endpoint } = await findOwn(request);
    const secret = createSecret();
    const sealed = sealSecret(keys, endpoint.id, secret);
    const rotated = await store.rotate(owner, endpoint.id, sealed, Math.round(overlapHours * HOUR_MS));
    return { ...presentFound(endpoint.id, rotated), secret };
  });

  app.post<OfEndpoint>('/webhooks/:id/test', route, async (request) => {
    const { owner, endpoint } = await findOwn(request);
    const event = await store.requestTest(owner, endpoint.id);
    if (event) return { event };
    const why =
      endpoint.state === 'new'
        ? 'Its URL has not answered the challenge yet: answer it, then test.'
        : 'Events are not sent to it now: resume it, then test.';
    throw new ProblemError('invalid_parameters', why, []);
  });

  app.post<OfEndpoint>('/webhooks/:id/replay', route, async (request) => {
    const { chainId, ...given } = readFields(schemas.replay, request.body);
    const from = readStart(chainId, given);
    const { owner, endpoint } = await findOwn(request);
    const after = await store.replay(owner, endpoint.id, { chainId, from });
    if (after !== null) return { chainId, after };
    throw 'feed' in from
      ? refuseOne('cursor', 'belongs to an earlier ledger of this chain: replay from a time or a block.')
      : refuseOne('chainId', 'has no history in this service yet: replay it once it is read.');
  });

  app.post<OfEndpoint>('/webhooks/:id/skip', route, async (request) => {
    const { chainId, event } = readFields(schemas.skip, request.body);
    const { owner, endpoint } = await findOwn(request);
    if (await store.skip(owner, endpoint.id, chainId, event))
      return presentFound(endpoint.id, await store.get(owner, endpoint.id));
    throw refuseOne('event', 'is not an event that has failed three times. Read the endpoint again.');
  });

  app.get<OfEndpoint>('/webhooks/:id/deliveries', route, async (request) => {
    const { before } = readFields(schemas.deliveries, request.query);
    const { owner, endpoint } = await findOwn(request);
    // One more than is shown tells whether there are more.
    const found = await store.listDeliveries(owner, endpoint.id, { before, limit: PAGE_DELIVERIES + 1 });
    const deliveries = found.slice(0, PAGE_DELIVERIES);
    return {
      deliveries: deliveries.map(presentDelivery),
      before: found.length > PAGE_DELIVERIES ? (deliveries.at(-1)?.at ?? null) : null,
    };
  });
}

function presentFound(id: string, endpoint: OwnedEndpoint | null) {
  if (!endpoint) throw notFound(id);
  return presentEndpoint(endpoint);
}

interface Start {
  readonly time?: Date | undefined;
  readonly block?: number | undefined;
  readonly cursor?: string | undefined;
}

function readStart(chainId: number, { time, block, cursor }: Start): ReplayFrom['from'] {
  const given = Object.entries({ time, block, cursor }).filter(([, value]) => value !== undefined);
  if (given.length !== 1) {
    const message = 'is one of three ways to say where to begin: send one of "time", "block" and "cursor".';
    throw refuse(
      ['time', 'block', 'cursor'].map((parameter) => ({ parameter, message })),
      'fields',
    );
  }
  if (time) return { time: Math.floor(time.getTime() / 1_000) };
  if (block !== undefined) return { block };
  const place = CURSOR.test(cursor ?? '') ? parsePlaces(cursor ?? '').get(chainId) : undefined;
  if (!place) throw refuseOne('cursor', 'is no cursor of /changes that has a place on this chain.');
  return place;
}
