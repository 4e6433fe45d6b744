/** The audit log of a wallet's keys and webhook endpoints: every change, who made it and when. */
import type { KeyEvent, KeyStore } from '@mandate/store';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readFields } from '../request/read-body.ts';
import { ID } from './keys.ts';
import { OWN_ROUTE } from './own-page.ts';
import type { GetOwner } from './sessions.ts';

const PAGE_EVENTS = 50;

const querySchema = z.strictObject({
  before: z
    .string('was given several times: send it once.')
    .regex(ID, 'must be the "before" of an earlier answer.')
    .transform(Number)
    .optional(),
});

export function addOwnEvents(
  app: FastifyInstance,
  store: Pick<KeyStore, 'listEvents'>,
  getOwner: GetOwner,
): void {
  app.get('/events', OWN_ROUTE, async (request) => {
    const owner = await getOwner(request);
    const { before } = readFields(querySchema, request.query);
    // One more than is shown tells whether there are more.
    const found = await store.listEvents({ owner }, PAGE_EVENTS + 1, before);
    const events = found.slice(0, PAGE_EVENTS);
    return {
      events: events.map(present),
      before: found.length > PAGE_EVENTS ? String(events.at(-1)?.id) : null,
    };
  });
}

function present({ id, at, actor, event, key, endpoint, detail }: KeyEvent) {
  return { id: String(id), at, actor, event, key: key && { ...key, id: String(key.id) }, endpoint, detail };
}
