/** Builds the documentation, and serves it as a host does that has nothing but files. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Returns the folder, which is the caller's to remove. */
export function buildDocs(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mandate-docs-'));
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['run', '--silent', 'build:site', '--', '--outDir', folder],
    {
      encoding: 'utf8',
      // The test runner's own variables, such as BASE_URL, would change the site.
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_ENV: 'production' },
    },
  );
  if (status !== 0) throw new Error(`The documentation could not be built:\n${stdout}\n${stderr}`);
  return folder;
}

export async function startStaticHost(folder: string): Promise<{ url: string; server: Server }> {
  const server = createServer(({ url = '' }, response) => {
    const path = new URL(url, 'http://host').pathname.replace(/^\/docs\//, '/');
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
