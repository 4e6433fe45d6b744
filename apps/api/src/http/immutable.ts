/** Answers that nothing can change any more. */
import type { FastifyReply } from 'fastify';

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Marks an answer that caches give to everybody for a year. It is sent without the headers about the client. */
export function markImmutable(reply: FastifyReply): void {
  reply.header('cache-control', IMMUTABLE);
  reply.isImmutable = true;
}
