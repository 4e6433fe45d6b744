/** A wallet's keys. Whose they are is part of every statement: those of others are not there at all. */
import type { Address } from '@mandate/core';
import type { KeyRecord, KeyStore, RefusedOrigin } from '@mandate/store';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { issueKey } from '../access/keys/issue-key.ts';
import { createOriginMatcher, isListed } from '../access/keys/origins.ts';
import type { Pepper } from '../access/keys/pepper.ts';
import { type Ceilings, hasCeilings } from '../access/limit/ceilings.ts';
import { WINDOW_MS } from '../access/limit/window.ts';
import { ProblemError } from '../http/problems.ts';
import { readFields } from '../request/read-body.ts';
import { assertFits, type Choices, createKeySchemas } from './key-fields.ts';
import { OWN_ROUTE } from './own-page.ts';
import type { GetOwner } from './sessions.ts';

interface KeyDependencies {
  readonly store: Pick<
    KeyStore,
    'change' | 'createOwned' | 'list' | 'listRefusedOrigins' | 'revoke' | 'rotate'
  >;
  readonly getOwner: GetOwner;
  readonly ceilings: Ceilings;
  readonly choices: Choices;
  readonly peppers: readonly Pepper[];
}

interface OfKey {
  Params: { id: string };
}

const MAX_KEYS = 50;
const MAX_OVERLAP_HOURS = 168;
const HOUR_MS = 60 * 60 * 1000;
export const ID = /^[1-9]\d{0,14}$/;

const OVERLAP = `must be a number of hours from 0 to ${MAX_OVERLAP_HOURS}.`;
const rotationSchema = z.strictObject({
  overlapHours: z.number(OVERLAP).min(0, OVERLAP).max(MAX_OVERLAP_HOURS, OVERLAP).default(0),
});

export function addOwnKeys(
  app: FastifyInstance,
  { store, getOwner, ceilings, choices, peppers }: KeyDependencies,
): void {
  const shown = hasCeilings(ceilings) ? { ceilings: { ...ceilings, seconds: WINDOW_MS / 1_000 } } : {};
  const schemas = createKeySchemas(choices);

  app.get('/keys', OWN_ROUTE, async (request) => {
    const keys = await store.list({ owner: await getOwner(request) });
    const forPages = keys.filter(({ kind }) => kind === 'publishable');
    const refused = await store.listRefusedOrigins(forPages.map(({ id }) => id));
    return { keys: keys.map((key) => present(key, refused)), ...shown, choices };
  });

  app.post('/keys', OWN_ROUTE, async (request, reply) => {
    const owner = await getOwner(request);
    const given = readFields(schemas.create, request.body);
    assertFits(given.kind, given);
    const { key, ...fields } = issueKey(peppers, given.kind);
    const record = await store.createOwned({ ...fields, ...given, owner }, MAX_KEYS);
    if (!record) {
      const detail = `This wallet has ${MAX_KEYS} keys, which is the maximum. Revoke a key that is no longer used.`;
      throw new ProblemError('invalid_parameters', detail, []);
    }
    return reply.code(201).send({ ...present(record), key });
  });

  app.patch<OfKey>('/keys/:id', OWN_ROUTE, async (request) => {
    const owner = await getOwner(request);
    const change = readFields(schemas.change, request.body);
    const { id, kind, ...rules } = await getOwn(owner, request.params.id);
    assertFits(kind, { ...rules, ...change });
    const record = await store.change(id, owner, change);
    if (!record) throw notFound(request.params.id);
    return present(record, await store.listRefusedOrigins([id]));
  });

  app.post<OfKey>('/keys/:id/rotate', OWN_ROUTE, async (request, reply) => {
    const owner = await getOwner(request);
    const { overlapHours } = readFields(rotationSchema, request.body);
    const { id, kind } = await getOwn(owner, request.params.id);
    const { key, ...fields } = issueKey(peppers, kind);
    const record = await store.rotate(id, owner, fields, Math.round(overlapHours * HOUR_MS));
    if (!record) throw notFound(request.params.id);
    return reply.code(201).send({ ...present(record), key });
  });

  app.delete<OfKey>('/keys/:id', OWN_ROUTE, async (request, reply) => {
    const owner = await getOwner(request);
    const { id } = request.params;
    if (!ID.test(id) || !(await store.revoke(Number(id), owner))) throw notFound(id);
    return reply.code(204).send();
  });

  /** The kind of a key never changes, so it may be read before the change. */
  async function getOwn(owner: Address, id: string): Promise<KeyRecord> {
    const keys = ID.test(id) ? await store.list({ owner }) : [];
    const found = keys.find((key) => key.id === Number(id));
    if (!found) throw notFound(id);
    return found;
  }
}

/** The same whether there is none, it is another's, or it is revoked. */
function notFound(id: string): ProblemError {
  const detail = `This wallet has no active key ${id.slice(0, 20)}. List the keys to see their ids.`;
  return new ProblemError('not_found', detail);
}

function present({ id, owner: _, rotatedTo, ...record }: KeyRecord, refused: readonly RefusedOrigin[] = []) {
  const matcher = createOriginMatcher(record.origins);
  return {
    id: String(id),
    ...record,
    rotatedTo: rotatedTo === null ? null : String(rotatedTo),
    // Origins that were refused once may have been allowed since.
    refusedOrigins: refused
      .filter(({ keyId, origin }) => keyId === id && !isListed(origin, matcher))
      .map(({ origin, requests, lastAt }) => ({ origin, requests, lastAt })),
  };
}
