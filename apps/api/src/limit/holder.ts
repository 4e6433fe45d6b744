import type { FastifyRequest } from 'fastify';
import { clientOf } from './client.ts';
import type { Holder } from './shares.ts';

/** Null: clients are not limited, so that nobody is told apart. */
export type FindHolder = (request: FastifyRequest) => Holder | null;

/** To be asked when keys were looked at. */
export function createFindHolder(trustedHops: number | null): FindHolder {
  if (trustedHops === null) return () => null;
  return ({ raw: { socket, headers }, apiKey }) => ({
    client: clientOf(socket.remoteAddress, headers['x-forwarded-for'], trustedHops),
    keyId: apiKey?.id ?? null,
  });
}
