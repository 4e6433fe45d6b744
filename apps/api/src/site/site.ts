/** Serves the built web app from the API's own process. Any host of static files can do it instead. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compressAhead } from '../http/compression.ts';
import { FRAMED_ROUTE, readFiles, SITE_ROUTE, type SiteFile, sendFile } from './files.ts';
import { addManifest } from './safe-app.ts';

export interface WebFiles {
  /** The one page, whatever the path is called that it is asked under. */
  readonly page: SiteFile;
  readonly others: readonly SiteFile[];
}

const PAGE = '/index.html';
/** For hosts that have nothing but files. */
const STATIC_HOST_PAGE = '/404.html';

/** The build declares a policy for static hosts, which send no headers of ours. Ours may allow public nodes, too. */
const DECLARED_POLICY = /<meta http-equiv="Content-Security-Policy"[^>]*>/;

function removePolicy(bytes: Buffer, extension: string): Buffer {
  return extension === '.html' ? Buffer.from(bytes.toString().replace(DECLARED_POLICY, '')) : bytes;
}

/** `null` if nothing was built there. */
export function readWebFiles(folder: string): WebFiles | null {
  if (!existsSync(join(folder, PAGE))) return null;
  const files = readFiles(folder, { edit: removePolicy });
  for (const { bytes, type } of files) compressAhead(bytes, type);
  const page = files.find(({ path }) => path === PAGE);
  const others = files.filter(({ path }) => path !== PAGE && path !== STATIC_HOST_PAGE);
  return page ? { page, others } : null;
}

/** The paths of `apps/web/src/router.ts`, but for `/status` and `/audit`, which are JSON for programs. What is no page stays a 404 of the interface. */
const PAGES = ['/', '/explorer', '/explorer/*', '/check', '/grant'];

/** No page may show it in a frame: it has keys, and a click there can end one. */
const NEVER_FRAMED = ['/developer'];
const NOBODY = "'none'";

/** The script of `<mandate-vaults>`. It leads to the file of this version, whose name contains a digest of its content. */
const PICKER = '/mandate-vaults.js';
const PICKER_FOLDER = '/picker/assets/';

/** The address of the status page in earlier versions. */
const FORMER_STATUS = '/chains';

/**
 * Nothing but its own files runs here, and it asks nobody but us and the nodes that the operator names. Wallets need no more:
 * they live in the browser and speak with their nodes themselves; their icons come as data.
 */
function writePolicy(publicNodes: readonly string[], framedBy: readonly string[]): string {
  const origins = new Set(publicNodes.map((url) => new URL(url).origin));
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...origins].join(' '),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    ['frame-ancestors', ...(framedBy.length > 0 ? framedBy : [NOBODY])].join(' '),
  ].join('; ');
}

interface WebOptions {
  readonly publicNodes?: readonly string[];
  /** The origins whose pages may show the site in a frame. */
  readonly safeAppOrigins?: readonly string[];
}

export function addWeb(
  app: FastifyInstance,
  { page, others }: WebFiles,
  { publicNodes = [], safeAppOrigins = [] }: WebOptions = {},
): void {
  const createSend = (framedBy: readonly string[]) => {
    const policy = writePolicy(publicNodes, framedBy);
    return (request: FastifyRequest, reply: FastifyReply) =>
      sendFile(request, reply.header('content-security-policy', policy), page);
  };
  const sendPage = createSend([]);
  const isFramed = safeAppOrigins.length > 0;
  for (const path of PAGES) app.get(path, isFramed ? FRAMED_ROUTE : SITE_ROUTE, createSend(safeAppOrigins));
  for (const path of NEVER_FRAMED) app.get(path, SITE_ROUTE, sendPage);
  if (isFramed) addManifest(app, safeAppOrigins);
  app.get(FORMER_STATUS, SITE_ROUTE, (_, reply) => reply.redirect('/status', 301));
  app.decorate('sendPage', sendPage);
  for (const file of others) {
    const isPicker = file.path.startsWith(PICKER_FOLDER);
    // Pages of every origin may load the picker.
    app.get(file.path, isPicker ? {} : SITE_ROUTE, (request, reply) => sendFile(request, reply, file));
  }
  const picker = others.find(({ path }) => path.startsWith(`${PICKER_FOLDER}mandate-vaults-`));
  if (picker)
    app.get(PICKER, (_, reply) => reply.header('cache-control', 'no-cache').redirect(picker.path, 302));
}
