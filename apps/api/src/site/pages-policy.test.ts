/** A script on any page of this origin could act for the user who is signed in: only scripts that we ship may run. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { addDocumentation } from '../describe/documentation.ts';
import { createServer } from '../http/server.ts';
import { addDocs, createFindDocs } from './docs.ts';
import { addWeb, readWebFiles, type WebFiles } from './site.ts';

const folder = mkdtempSync(join(tmpdir(), 'mandate-pages-'));
writeFileSync(
  join(folder, 'index.html'),
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="connect-src 'self'"><script src="/theme.js"></script>`,
);
const app = createServer(pino({ level: 'silent' }));
const docs = join(folder, 'docs');
mkdirSync(docs);
writeFileSync(
  join(docs, 'index.html'),
  '<!doctype html><script>let theme</script><script type="module" src="/docs/a.js"></script><style>p{}</style>',
);
addDocumentation(app, '', { hasWeb: true, hasDocs: true });
addDocs(app, createFindDocs(docs, ''));
addWeb(app, readWebFiles(folder) as WebFiles, {
  publicNodes: ['https://node.example/public', 'https://node.example/other', 'http://localhost:8545'],
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const SITE = ['/', '/explorer', '/explorer/0x00', '/check', '/developer'];
const PAGES = [...SITE, '/docs/', '/errors'];
/** Runs the search, and nothing that is written as text. */
const WASM = "'wasm-unsafe-eval'";

function readPolicy(header: unknown): Map<string, string[]> {
  const directives = String(header).split('; ');
  return new Map(directives.map((text) => text.split(' ')).map(([name = '', ...values]) => [name, values]));
}

test.each(PAGES)('%s runs nothing inline, and nothing that is not ours', async (path) => {
  const { statusCode, headers, body } = await app.inject(path);
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = readPolicy(headers['content-security-policy']);
  expect(policy.get('default-src')).toEqual(["'none'"]);
  for (const name of ['base-uri', 'frame-ancestors']) expect(policy.get(name), name).toEqual(["'none'"]);
  expect(policy.get('form-action')).toEqual([SITE.includes(path) ? "'self'" : "'none'"]);
  const scripts = policy.get('script-src') ?? [];
  const others = scripts.filter((source) => !/^'(?:self|sha256-[\w+/]{43}=)'$/.test(source));
  expect(others).toEqual(path === '/docs/' ? [WASM] : []);
  // Scripts that are in the page are the ones that it names.
  const inline = [...body.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(
    ([, text = '']) => text,
  );
  const hashes = inline.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  expect(scripts.filter((source) => source.startsWith("'sha256-"))).toEqual(hashes);
  expect(body).not.toMatch(/\son\w+=|javascript:/i);
});

test.each(PAGES)('%s is styled by what we shipped, too', async (path) => {
  const policy = readPolicy((await app.inject(path)).headers['content-security-policy']);
  const styles = policy.get('style-src') ?? [];
  expect(styles.filter((source) => !/^'(?:self|sha256-[\w+/]{43}=)'$/.test(source))).toEqual([]);
});

test.each(SITE)('%s asks us and the public nodes, and nobody else', async (path) => {
  const { headers, body } = await app.inject(path);
  const policy = readPolicy(headers['content-security-policy']);
  expect(policy.get('connect-src')).toEqual(["'self'", 'https://node.example', 'http://localhost:8545']);
  // A second policy in the page would forbid what the first one allows.
  expect(body).not.toContain('Content-Security-Policy');
});
