/** The built site, read into memory once: what is not in this list can not be asked for, whatever a path says. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';

export interface WebFile {
  /** The path in a URL, such as `/assets/index-1a2b.js`. */
  readonly path: string;
  readonly type: string;
  readonly etag: string;
  readonly bytes: Buffer;
  /** Null where it saves nothing. */
  readonly gzipped: Buffer | null;
}

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

function readWebFile(folder: string, file: string): WebFile {
  const bytes = readFileSync(file);
  const type = TYPES[extname(file)] ?? OTHER_TYPE;
  const gzipped = type.includes('charset') ? gzipSync(bytes, { level: 9 }) : null;
  return {
    path: `/${relative(folder, file).split(sep).map(encodeURIComponent).join('/')}`,
    type,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    bytes,
    gzipped: gzipped && gzipped.length < bytes.length ? gzipped : null,
  };
}
