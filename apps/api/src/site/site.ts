/** The site, served by the same process as what it asks. Any host of static files can do it instead. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { markImmutable } from '../http/immutable.ts';
import type { WebFile, WebFiles } from './site-files.ts';

/** The paths of `apps/web/src/router.ts`. What is no page stays a 404 of the interface. */
const PAGES = ['/', '/explorer', '/explorer/*', '/check', '/developer', '/chains'];

/**
 * Nothing but its own files runs here, and it asks nobody but us. Wallets need no more: they live in the browser and
 * speak with their nodes themselves; their icons come as data.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Files of this folder carry a digest in their names: another content is another name. */
const NAMED_BY_CONTENT = '/assets/';
const ASK_EACH_TIME = 'no-cache';

/** Nobody else's page needs to read it. */
const ROUTE = { config: { cors: false } } as const;

export function addWeb(app: FastifyInstance, { page, others }: WebFiles): void {
  for (const path of PAGES) {
    app.get(path, ROUTE, (request, reply) => {
      reply.header('content-security-policy', POLICY);
      reply.header('cache-control', ASK_EACH_TIME);
      return sendFile(request, reply, page);
    });
  }
  for (const file of others) {
    const isKept = file.path.startsWith(NAMED_BY_CONTENT);
    app.get(file.path, ROUTE, (request, reply) => {
      if (isKept) markImmutable(reply);
      else reply.header('cache-control', ASK_EACH_TIME);
      return sendFile(request, reply, file);
    });
  }
}

function sendFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, etag, bytes, gzipped }: WebFile,
): FastifyReply {
  reply.header('etag', etag);
  reply.header('vary', 'accept-encoding');
  if (headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  reply.header('content-type', type);
  if (!gzipped || !/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.send(bytes);
  return reply.header('content-encoding', 'gzip').send(gzipped);
}
