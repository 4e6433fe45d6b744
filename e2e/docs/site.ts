/** Serves the documentation as a host does that has nothing but files. */
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Served, serve } from '@mandate/testing/service/serve';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

export function startStaticHost(folder: string): Promise<Served> {
  return serve(({ url = '' }, response) => {
    const path = new URL(url, 'http://host').pathname.replace(/^\/docs\//, '/');
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    return response.end(readFileSync(file));
  });
}
