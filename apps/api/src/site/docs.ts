/** Serves the built documentation under `/docs`. Any host of static files can do it instead. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { listInlineHashes } from '../http/inline-hashes.ts';
import { notFound, wantsPage } from '../http/not-found.ts';
import { ProblemError } from '../http/problems.ts';
import { readFiles, SITE_ROUTE, type SiteFile, sendFile } from './files.ts';

interface DocsFiles {
  readonly files: ReadonlyMap<string, SiteFile>;
  /** The content security policy of each page and script, under its path. */
  readonly policies: ReadonlyMap<string, string>;
}

const BASE = '/docs';
const INDEX = 'index.html';
const NOT_FOUND_PAGE = `${BASE}/404.html`;
/** The service's origin in the built files, as in `apps/docs/src/places.ts`. */
const BUILT_ORIGIN = 'http://localhost:8080';
const HTML = '.html';
/** Their text names the origin. */
const TEXTS = new Set([HTML, '.md', '.txt', '.xml']);
const NOT_SERVED =
  'This service has no documentation pages. To serve them, run npm run build:site and start it again. /openapi.json and /llms.txt describe the paths.';
const NOT_BUILT =
  'The documentation is not built yet. npm run dev builds it after the start, npm run build:site at any time: then open this page again.';

/** Finds the documentation in a folder. Until it is built, each call looks again. */
export type FindDocs = () => DocsFiles | null;

export function createFindDocs(folder: string, publicUrl: string): FindDocs {
  let found: DocsFiles | null = null;
  return () => {
    found ??= readDocsFiles(folder, publicUrl);
    return found;
  };
}

/** `null` if nothing was built there. The origin is filled in here, so that one build serves every host. */
function readDocsFiles(folder: string, publicUrl: string): DocsFiles | null {
  if (!existsSync(join(folder, INDEX))) return null;
  const edit = (bytes: Buffer, extension: string) => {
    if (publicUrl === '' || !TEXTS.has(extension)) return bytes;
    const url = extension === HTML ? escapeHtml(publicUrl) : publicUrl;
    return Buffer.from(bytes.toString().replaceAll(BUILT_ORIGIN, () => url));
  };
  const files = readFiles(folder, { base: BASE, edit });
  const policies = files.flatMap(({ path, bytes }) => {
    if (path.endsWith(HTML)) return [[path, createPolicy(bytes.toString())] as const];
    return path.endsWith('.js') ? [[path, WORKER_POLICY] as const] : [];
  });
  return { files: new Map(files.map((file) => [file.path, file])), policies: new Map(policies) };
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/**
 * Nothing runs but the site's own files and the inline scripts that were built into this page. Users are signed in on this
 * origin, so no other inline script may. Search runs as WebAssembly. Colours of code are style attributes.
 */
function createPolicy(page: string): string {
  const hashesOf = (tag: 'script' | 'style') => [...new Set(listInlineHashes(page, tag))];
  return [
    "default-src 'none'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...hashesOf('script')].join(' '),
    ["style-src 'self'", ...hashesOf('style')].join(' '),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Search runs in a worker, to which the policy of its own file applies. */
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** `null` if the documentation is not served, and its paths say so. */
export function addDocs(app: FastifyInstance, findDocs: FindDocs | null): void {
  function answer(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const docs = findDocs?.();
    if (!docs) throw new ProblemError('not_found', findDocs ? NOT_BUILT : NOT_SERVED);
    const send = (file: SiteFile) => {
      const policy = docs.policies.get(file.path);
      if (policy) reply.header('content-security-policy', policy);
      return sendFile(request, reply, file);
    };
    const path = request.url.split('?', 1)[0] ?? '';
    const file = docs.files.get(path.endsWith('/') ? path + INDEX : path);
    if (file) return send(file);
    // Links in a page begin at the slash.
    if (docs.files.has(`${path}/${INDEX}`)) return reply.redirect(`${path}/`, 301);
    const page = wantsPage(request) && docs.files.get(NOT_FOUND_PAGE);
    if (!page) throw notFound(request.url, []);
    reply.code(404).header('vary', 'accept');
    return send(page);
  }
  for (const path of [BASE, `${BASE}/*`]) app.get(path, SITE_ROUTE, answer);
}
