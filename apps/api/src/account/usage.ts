/** Returns how much a wallet's keys were used, hour by hour. */
import type { UsageRow, UsageStore } from '@mandate/store';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ProblemError } from '../http/problems.ts';
import { OWN_ROUTE } from './own-route.ts';
import type { GetOwner } from './owner.ts';
import { readBody } from './read-body.ts';

export interface UsageDependencies {
  readonly store: Pick<UsageStore, 'list'>;
  readonly getOwner: GetOwner;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const MAX_DAYS = 90;
/** An answer is made in memory. */
const MAX_ROWS = 20_000;

const time = z.iso
  .datetime({ offset: true, error: 'has to be a time like 2030-01-31T12:00:00Z.' })
  .transform((text) => Date.parse(text))
  .optional();
const querySchema = z.strictObject({ from: time, to: time });

export function addOwnUsage(app: FastifyInstance, { store, getOwner }: UsageDependencies): void {
  app.get('/usage', OWN_ROUTE, async (request) => {
    const owner = await getOwner(request);
    const { from, to } = readRange(request.query);
    const rows = await store.list({ owner, from, to, limit: MAX_ROWS + 1 });
    if (rows.length > MAX_ROWS) throw refuse('is too far back for so many different requests: take less.');
    return { from, to, usage: rows.map(present) };
  });
}

/** Whole hours: the one that holds `from`, to the one that holds `to`'s last moment. */
function readRange(query: unknown): { from: Date; to: Date } {
  const given = readBody(querySchema, query);
  const to = Math.ceil((given.to ?? Date.now()) / HOUR_MS) * HOUR_MS;
  const from = Math.floor((given.from ?? to - DAY_MS) / HOUR_MS) * HOUR_MS;
  if (from >= to) throw refuse('has to be before "to".');
  if (to - from > MAX_DAYS * DAY_MS) throw refuse(`is more than ${MAX_DAYS} days before "to".`);
  return { from: new Date(from), to: new Date(to) };
}

function refuse(message: string): ProblemError {
  return new ProblemError('invalid_parameters', `"from" ${message}`, [{ parameter: 'from', message }]);
}

function present({ hour, keyId, operation, chainId, status, requests }: UsageRow) {
  return { hour, key: String(keyId), operation, chainId: chainId || null, status, requests };
}
