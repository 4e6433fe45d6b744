/** Answers that nothing can change any more. */
import type { FastifyReply } from 'fastify';
import { LIMIT_HEADERS } from '../access/limit/window.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Removes the headers about the client: caches give the answer to everybody for a year. */
export function markImmutable(reply: FastifyReply): void {
  reply.header('cache-control', IMMUTABLE);
  reply.isImmutable = true;
  for (const name of LIMIT_HEADERS) reply.removeHeader(name);
}
