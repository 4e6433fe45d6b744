import type { FastifyRequest } from 'fastify';
import { clientOf } from './client.ts';
import type { Holder } from './shares.ts';

/** Null: clients are not limited, so they are not told apart. */
export type FindHolder = (request: FastifyRequest) => Holder | null;

/** Call this after the check of keys. */
export function createFindHolder(trustedHops: number | null): FindHolder {
  if (trustedHops === null) return () => null;
  return ({ raw: { socket, headers }, apiKey }) => ({
    client: clientOf(socket.remoteAddress, headers['x-forwarded-for'], trustedHops),
    keyId: apiKey?.id ?? null,
  });
}
