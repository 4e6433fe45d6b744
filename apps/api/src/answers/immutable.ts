/** Answers that nothing can change any more. */
import type { FastifyReply } from 'fastify';
import { LIMIT_HEADERS } from '../access/limit/window.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** The headers by which every other answer addresses the client that asked. */
const OF_CLIENT = [...LIMIT_HEADERS, 'X-Request-Id'];

/** Removes the headers about the client: caches give the answer to everybody for a year. */
export function markImmutable(reply: FastifyReply): void {
  reply.header('cache-control', IMMUTABLE);
  for (const name of OF_CLIENT) reply.removeHeader(name);
}
