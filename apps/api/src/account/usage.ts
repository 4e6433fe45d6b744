/** Returns how much a wallet's keys were used, hour by hour. */
import type { UsageRow, UsageStore } from '@mandate/store';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isoTime, readFields } from '../request/read-body.ts';
import { refuseOne } from '../request/read-parameters.ts';
import { OWN_ROUTE } from './own-page.ts';
import type { GetOwner } from './sessions.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const MAX_DAYS = 90;
/** An answer is made in memory. */
const MAX_ROWS = 20_000;

const querySchema = z.strictObject({ from: isoTime.optional(), to: isoTime.optional() });

export function addOwnUsage(app: FastifyInstance, store: UsageStore, getOwner: GetOwner): void {
  app.get('/usage', OWN_ROUTE, async (request) => {
    const owner = await getOwner(request);
    const { from, to } = readRange(request.query);
    const rows = await store.list({ owner, from, to, limit: MAX_ROWS + 1 });
    if (rows.length > MAX_ROWS)
      throw refuseOne('from', 'is too far back for so many different requests: choose a shorter period.');
    return { from, to, usage: rows.map(present) };
  });
}

/** Whole hours: the one that holds `from`, to the one that holds `to`'s last moment. */
function readRange(query: unknown): { from: Date; to: Date } {
  const given = readFields(querySchema, query);
  const to = Math.ceil((given.to?.getTime() ?? Date.now()) / HOUR_MS) * HOUR_MS;
  const from = Math.floor((given.from?.getTime() ?? to - DAY_MS) / HOUR_MS) * HOUR_MS;
  if (from >= to) throw refuseOne('from', 'must be before "to".');
  if (to - from > MAX_DAYS * DAY_MS)
    throw refuseOne('from', `is more than ${MAX_DAYS} days before "to": choose a shorter period.`);
  return { from: new Date(from), to: new Date(to) };
}

function present({ hour, keyId, operation, chainId, status, requests }: UsageRow) {
  return { hour, key: String(keyId), operation, chainId: chainId || null, status, requests };
}
