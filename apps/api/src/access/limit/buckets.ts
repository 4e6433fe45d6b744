/** Finds the buckets of a request: its client, or with a valid key the ceilings that the operator has set. */
import type { FastifyRequest } from 'fastify';
import type { Ceilings } from '../../config.ts';
import type { FindHolder } from './holder.ts';
import { ANONYMOUS, type Bucket } from './window.ts';

/** Call this after the check of keys. Returns none if the request is not counted. */
export type ListBuckets = (request: FastifyRequest) => readonly Bucket[];

export function createListBuckets(findHolder: FindHolder, { key, owner }: Ceilings): ListBuckets {
  return (request) => {
    const { apiKey } = request;
    if (!apiKey) return [{ id: findHolder(request)?.client ?? '', policy: ANONYMOUS }];
    const buckets: Bucket[] = [];
    if (key !== null) buckets.push({ id: `key:${apiKey.id}`, policy: { name: 'key', limit: key } });
    // A key of the operator has no owner.
    if (owner !== null && apiKey.owner !== null)
      buckets.push({ id: `owner:${apiKey.owner}`, policy: { name: 'owner', limit: owner } });
    return buckets;
  };
}
