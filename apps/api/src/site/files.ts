/** Files of a built site. They are read into memory once, and nothing else is served, whatever a path says. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { keepCompressed } from '../http/compression.ts';
import { hasTag, makeTag } from '../http/entity-tag.ts';
import { markImmutable } from '../http/headers.ts';

export interface SiteFile {
  /** The path in a URL, such as `/assets/index-1a2b.js`. */
  readonly path: string;
  readonly type: string;
  readonly etag: string;
  readonly bytes: Buffer;
}

const OTHER_TYPE = 'application/octet-stream';
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** Files of this folder carry a digest in their names: another content is another name. */
const NAMED_BY_CONTENT = '/assets/';
const ASK_EACH_TIME = 'no-cache';

interface ReadOptions {
  /** The path that the folder is served under. */
  readonly base?: string;
  /** Changes what a file says, before it is compressed and tagged. */
  edit?(bytes: Buffer, extension: string): Buffer;
}

export function readFiles(
  folder: string,
  { base = '', edit = (bytes) => bytes }: ReadOptions = {},
): readonly SiteFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const extension = extname(file);
      const bytes = edit(readFileSync(file), extension);
      return {
        path: `${base}/${relative(folder, file).split(sep).map(encodeURIComponent).join('/')}`,
        type: TYPES[extension] ?? OTHER_TYPE,
        etag: makeTag(createHash('sha256').update(bytes).digest('base64url').slice(0, 22)),
        bytes: keepCompressed(bytes),
      };
    });
}

export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, type, etag, bytes }: SiteFile,
): FastifyReply {
  if (path.includes(NAMED_BY_CONTENT)) markImmutable(reply);
  else reply.header('cache-control', ASK_EACH_TIME);
  reply.header('etag', etag);
  if (hasTag(request, etag)) return reply.code(304).send();
  return reply.header('content-type', type).send(bytes);
}

/** Nobody else's page needs to read a site's files. */
export const SITE_ROUTE = { config: { cors: false } } as const;
/** A page that says in its own policy who may show it in a frame. */
export const FRAMED_ROUTE = { config: { cors: false, isFramed: true } } as const;
