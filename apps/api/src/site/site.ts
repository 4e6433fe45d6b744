/**
 * Serves the built site from the API's own process. Any host of static files can do it instead. The files are read into
 * memory once, and nothing else is served, whatever a path says.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { keepCompressed } from '../http/compression.ts';
import { hasTag, makeTag } from '../http/entity-tag.ts';
import { markImmutable } from '../http/headers.ts';

type WebFile = ReturnType<typeof readWebFile>;

export interface WebFiles {
  /** The one page, whatever the path is called that it is asked under. */
  readonly page: WebFile;
  readonly others: readonly WebFile[];
}

const PAGE = '/index.html';
/** For hosts that have nothing but files. */
const STATIC_HOST_PAGE = '/404.html';
const OTHER_TYPE = 'application/octet-stream';
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Null: nothing was built there. */
export function readWebFiles(folder: string): WebFiles | null {
  if (!existsSync(join(folder, PAGE))) return null;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readWebFile(folder, join(entry.parentPath, entry.name)));
  const page = files.find(({ path }) => path === PAGE);
  const others = files.filter(({ path }) => path !== PAGE && path !== STATIC_HOST_PAGE);
  return page ? { page, others } : null;
}

function readWebFile(folder: string, file: string) {
  const bytes = readFileSync(file);
  return {
    /** The path in a URL, such as `/assets/index-1a2b.js`. */
    path: `/${relative(folder, file).split(sep).map(encodeURIComponent).join('/')}`,
    type: TYPES[extname(file)] ?? OTHER_TYPE,
    etag: makeTag(createHash('sha256').update(bytes).digest('base64url').slice(0, 22)),
    bytes: keepCompressed(bytes),
  };
}

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
  const headers = { 'content-security-policy': POLICY, 'cache-control': ASK_EACH_TIME };
  for (const path of PAGES) {
    app.get(path, ROUTE, (request, reply) => sendFile(request, reply.headers(headers), page));
  }
  app.decorate('sendPage', (request, reply) => sendFile(request, reply.headers(headers), page));
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
  request: FastifyRequest,
  reply: FastifyReply,
  { type, etag, bytes }: WebFile,
): FastifyReply {
  reply.header('etag', etag);
  if (hasTag(request, etag)) return reply.code(304).send();
  return reply.header('content-type', type).send(bytes);
}
