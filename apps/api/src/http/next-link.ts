/** The header that leads to the next page. */
import type { FastifyRequest } from 'fastify';

export function linkToNext(request: FastifyRequest, cursor: string): string {
  const query = new URLSearchParams(request.query as Record<string, string>);
  query.set('cursor', cursor);
  return `<${request.url.split('?', 1)[0]}?${query}>; rel="next"`;
}
