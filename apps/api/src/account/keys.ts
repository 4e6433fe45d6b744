/** A wallet's keys. Whose they are is part of every statement: those of others are not there at all. */
import type { KeyRecord, KeyStore } from '@mandate/store';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { issueKey } from '../access/keys/issue-key.ts';
import { WINDOW_MS } from '../access/limit/window.ts';
import { type Ceilings, hasCeilings, type Pepper } from '../config.ts';
import { ProblemError } from '../http/problems.ts';
import { isoTime, readFields } from '../request/read-body.ts';
import { OWN_ROUTE } from './own-page.ts';
import type { GetOwner } from './sessions.ts';

interface KeyDependencies {
  readonly store: Pick<KeyStore, 'createOwned' | 'list' | 'revoke' | 'rotate'>;
  readonly getOwner: GetOwner;
  readonly ceilings: Ceilings;
  readonly peppers: readonly Pepper[];
}

const MAX_KEYS = 50;
const MAX_NAME = 100;
const ID = /^[1-9]\d{0,14}$/;

const newKeySchema = z.strictObject({
  name: z
    .string('is missing: send a name for the key.')
    .trim()
    .min(1, 'is empty: send a name for the key.')
    .max(MAX_NAME, `has more than ${MAX_NAME} characters: send a shorter one.`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'has characters that cannot be shown: leave them out.'),
  expiresAt: isoTime
    .refine((time) => time.getTime() > Date.now(), 'is in the past: send a future time, or leave it out.')
    .nullable()
    .default(null),
});

export function addOwnKeys(
  app: FastifyInstance,
  { store, getOwner, ceilings, peppers }: KeyDependencies,
): void {
  const shown = hasCeilings(ceilings) ? { ceilings: { ...ceilings, seconds: WINDOW_MS / 1_000 } } : {};

  app.get('/keys', OWN_ROUTE, async (request) => {
    const keys = await store.list({ owner: await getOwner(request) });
    return { keys: keys.map(present), ...shown };
  });

  app.post('/keys', OWN_ROUTE, async (request, reply) => {
    const owner = await getOwner(request);
    const { name, expiresAt } = readFields(newKeySchema, request.body);
    const { key, ...fields } = issueKey(peppers);
    const record = await store.createOwned({ ...fields, name, owner, expiresAt }, MAX_KEYS);
    if (!record) {
      const detail = `This wallet has ${MAX_KEYS} keys, which is the maximum. Revoke a key that is no longer used.`;
      throw new ProblemError('invalid_parameters', detail, []);
    }
    return reply.code(201).send({ ...present(record), key });
  });

  app.post<{ Params: { id: string } }>('/keys/:id/rotate', OWN_ROUTE, async (request, reply) => {
    const owner = await getOwner(request);
    readFields(z.strictObject({}), request.body);
    const { key, ...fields } = issueKey(peppers);
    const { id } = request.params;
    const record = ID.test(id) ? await store.rotate(Number(id), owner, fields) : null;
    if (!record) throw notFound(id);
    return reply.code(201).send({ ...present(record), key });
  });

  app.delete<{ Params: { id: string } }>('/keys/:id', OWN_ROUTE, async (request, reply) => {
    const owner = await getOwner(request);
    const { id } = request.params;
    if (!ID.test(id) || !(await store.revoke(Number(id), owner))) throw notFound(id);
    return reply.code(204).send();
  });
}

/** The same whether there is none, it is another's, or it is revoked. */
function notFound(id: string): ProblemError {
  const detail = `This wallet has no active key ${id.slice(0, 20)}. List the keys to see their ids.`;
  return new ProblemError('not_found', detail);
}

function present({ id, prefix, name, createdAt, lastUsedAt, expiresAt, revokedAt }: KeyRecord) {
  return { id: String(id), prefix, name, createdAt, lastUsedAt, expiresAt, revokedAt };
}
