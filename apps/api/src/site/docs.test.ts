import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createServer } from '../http/server.ts';
import { addDocs, createFindDocs } from './docs.ts';

const BUILT = 'http://localhost:8080';
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const folder = mkdtempSync(join(tmpdir(), 'mandate-docs-'));
const page = (title: string) => `<!doctype html><title>${title}</title><script>first("${BUILT}")</script>`;
const FILES = {
  'index.html': page('Home'),
  '404.html': page('Nothing here'),
  'quickstart/index.html': page('Quickstart'),
  'quickstart.md': `# Quickstart\n\ncurl '${BUILT}/status'\n`,
  'llms-full.txt': BUILT,
  'assets/page.1a2b.js': `const built = '${BUILT}';\n`.repeat(100),
  'pagefind/wasm.en.pagefind': BUILT,
};
for (const [name, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

function serve(publicUrl: string) {
  const app = createServer(pino({ level: 'silent' }));
  addDocs(app, createFindDocs(folder, publicUrl));
  app.refuseOtherMethods();
  return app;
}
const app = serve('https://mandate.example');
const unnamed = serve('');
const missing = createServer(pino({ level: 'silent' }));
addDocs(missing, null);
const unbuilt = createServer(pino({ level: 'silent' }));

afterAll(async () => {
  for (const each of [app, unnamed, missing, unbuilt]) await each.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ['/docs/', 'text/html; charset=utf-8', 'Home'],
  ['/docs/quickstart/', 'text/html; charset=utf-8', 'Quickstart'],
  ['/docs/quickstart/?q=1', 'text/html; charset=utf-8', 'Quickstart'],
  ['/docs/quickstart.md', 'text/markdown; charset=utf-8', '# Quickstart'],
  ['/docs/llms-full.txt', 'text/plain; charset=utf-8', 'https'],
])('%s names the origin of the service that serves it', async (path, type, text) => {
  const { statusCode, headers, body } = await app.inject(path);
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, type, 'no-cache']);
  expect(body).toContain(text);
  expect(body).toContain('https://mandate.example');
  expect(body).not.toContain(BUILT);
  const again = await app.inject({ url: path, headers: { 'if-none-match': headers.etag } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await unnamed.inject(path)).body).toContain(BUILT);
});

test('what is no text stays as it was built, and assets are kept for ever', async () => {
  const script = await app.inject({ url: '/docs/assets/page.1a2b.js', headers: { 'accept-encoding': 'br' } });
  expect(brotliDecompressSync(script.rawPayload).toString()).toBe(FILES['assets/page.1a2b.js']);
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  // A worker may read the index of the search.
  expect(script.headers['content-security-policy']).toContain("connect-src 'self'");
  const index = await app.inject('/docs/pagefind/wasm.en.pagefind');
  expect([index.headers['content-type'], index.body]).toEqual(['application/octet-stream', BUILT]);
});

test.each([
  ['/docs', '/docs/'],
  ['/docs/quickstart', '/docs/quickstart/'],
])('%s leads to %s', async (path, location) => {
  const { statusCode, headers } = await app.inject(path);
  expect([statusCode, headers['location']]).toEqual([301, location]);
});

test.each([
  '/docs/nothing',
  '/docs/nothing/',
  '/docs/..%2fpackage.json',
  '/docs/quickstart.html',
  '/docs//',
  '/docs/assets/',
])('%s is no page: a program gets a problem, a browser the page that says so', async (url) => {
  const program = await app.inject(url);
  expect([program.statusCode, program.json().code]).toEqual([404, 'not_found']);
  const browser = await app.inject({ url, headers: BROWSER });
  expect([browser.statusCode, browser.headers['vary']]).toEqual([404, 'accept']);
  expect(browser.body).toContain('Nothing here');
  expect(browser.headers['content-security-policy']).toMatch(/script-src 'self' 'wasm-unsafe-eval' 'sha256-/);
});

test('pages can only be read', async () => {
  expect((await app.inject({ method: 'HEAD', url: '/docs/' })).statusCode).toBe(200);
  expect((await app.inject({ method: 'POST', url: '/docs/' })).statusCode).toBe(405);
});

test.each(['/docs', '/docs/', '/docs/reference/'])('%s says how to build what is missing', async (path) => {
  const { statusCode, body } = await missing.inject(path);
  expect(statusCode).toBe(404);
  expect(JSON.parse(body).detail).toContain('npm run build:site');
});

test('a documentation that is built after the start is served from then on', async () => {
  const later = join(folder, 'later');
  addDocs(unbuilt, createFindDocs(later, ''));
  const ask = () => unbuilt.inject('/docs/');
  expect(JSON.parse((await ask()).body).detail).toContain('not built yet');
  mkdirSync(later);
  writeFileSync(join(later, 'index.html'), FILES['index.html']);
  expect((await ask()).statusCode).toBe(200);
});
