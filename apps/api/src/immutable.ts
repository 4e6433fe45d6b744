/** Answers that nothing can change any more. */
import type { FastifyReply } from 'fastify';
import { LIMIT_HEADERS } from './limit/window.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** What every other answer says to the client that asked. */
const OF_CLIENT = [...LIMIT_HEADERS, 'X-Request-Id'];

/** Caches give the answer to everybody for a year: it says nothing of the client that happened to ask first. */
export function markImmutable(reply: FastifyReply): void {
  reply.header('cache-control', IMMUTABLE);
  for (const name of OF_CLIENT) reply.removeHeader(name);
}
