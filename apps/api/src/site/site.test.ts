import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { createServer } from '../http/server.ts';
import { addWeb, readWebFiles, type WebFiles } from './site.ts';

const outside = mkdtempSync(join(tmpdir(), 'mandate-web-'));
const folder = join(outside, 'dist');
const PAGE = `<!doctype html><title>Mandate</title>${'<p>.</p>'.repeat(40)}`;
const SCRIPT = 'export const answer = 42;\n'.repeat(100);

mkdirSync(join(folder, 'assets'), { recursive: true });
writeFileSync(join(folder, 'index.html'), PAGE);
writeFileSync(join(folder, '404.html'), PAGE);
writeFileSync(join(folder, 'mark.svg'), '<svg/>');
writeFileSync(join(folder, 'assets/index-1a2b.js'), SCRIPT);
mkdirSync(join(folder, 'picker/assets'), { recursive: true });
writeFileSync(join(folder, 'picker/assets/mandate-vaults-1a2b.js'), SCRIPT);
writeFileSync(join(outside, 'secret.txt'), 'not for anyone');

const files = readWebFiles(folder) as WebFiles;
const app = createServer(pino({ level: 'silent' }));
addWeb(app, files);
app.refuseOtherMethods();
const get = (url: string, headers = {}) => app.inject({ url, headers });

afterAll(async () => {
  await app.close();
  rmSync(outside, { recursive: true });
});

test.each(['/', '/explorer', '/explorer/0x00', '/explorer/', '/check?kind=all', '/developer'])(
  '%s is the page, which nobody keeps and on which only its own scripts run',
  async (path) => {
    const { statusCode, headers, body } = await get(path);
    expect([statusCode, body]).toEqual([200, PAGE]);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  },
);

test('files named by their content are kept for ever, others are asked for each time', async () => {
  const script = await get('/assets/index-1a2b.js');
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(script.headers['x-request-id']).toBe(undefined);
  const mark = await get('/mark.svg');
  expect(mark.headers['cache-control']).toBe('no-cache');
  const again = await get('/mark.svg', { 'if-none-match': mark.headers.etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('pages of every origin may load the picker, and nothing else of the site', async () => {
  const { statusCode, headers } = await get('/mandate-vaults.js');
  const path = '/picker/assets/mandate-vaults-1a2b.js';
  expect([statusCode, headers['location'], headers['cache-control']]).toEqual([302, path, 'no-cache']);
  const script = await get(path);
  expect(script.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect(headers['access-control-allow-origin']).toBe('*');
  expect((await get('/assets/index-1a2b.js')).headers['access-control-allow-origin']).toBeUndefined();
});

test.each([
  ['gzip, deflate', 'gzip', gunzipSync],
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
] as const)(
  'a client that takes %s gets %s, each time and with the same tag',
  async (accepted, encoding, read) => {
    const plain = await get('/assets/index-1a2b.js');
    expect([plain.headers['content-encoding'], plain.headers['vary']]).toEqual([
      undefined,
      'Accept-Encoding',
    ]);
    expect(plain.headers.etag).toMatch(/^W\//);
    for (let i = 0; i < 2; i++) {
      const { headers, rawPayload } = await get('/assets/index-1a2b.js', { 'accept-encoding': accepted });
      expect(headers).toMatchObject({
        'content-encoding': encoding,
        'content-length': String(rawPayload.length),
        vary: 'Accept-Encoding',
        etag: plain.headers.etag,
      });
      expect(read(rawPayload).toString()).toBe(SCRIPT);
    }
    const again = await get('/assets/index-1a2b.js', {
      'accept-encoding': accepted,
      'if-none-match': plain.headers.etag,
    });
    expect([again.statusCode, again.body, again.headers['content-encoding'], again.headers['vary']]).toEqual([
      304,
      '',
      undefined,
      'Accept-Encoding',
    ]);
  },
);

test('what saves no packet is sent as it is', async () => {
  const { headers } = await get('/mark.svg', { 'accept-encoding': 'br' });
  expect([headers['content-encoding'], headers['vary']]).toEqual([undefined, undefined]);
});

test.each([
  ...['/nothing', '/404.html', '/index.html', '/assets', '/assets/', '/secret.txt', '/checks'],
  ...['/../secret.txt', '/assets/../../secret.txt', '/%2e%2e/secret.txt', '/assets/..%2f..%2fsecret.txt'],
  ...['//secret.txt', '/assets/%00', '/registry/v3/check/all'],
])('%s is no page and no file: a program gets a problem, a browser the page', async (path) => {
  const program = await get(path);
  expect([program.statusCode, program.headers['content-type']]).toEqual([
    404,
    'application/problem+json; charset=utf-8',
  ]);
  const browser = await get(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
  expect([browser.statusCode, browser.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(browser.body).toBe((await get('/')).body);
  for (const { body } of [program, browser]) expect(body).not.toContain('not for anyone');
});

test('pages can only be read', async () => {
  expect((await app.inject({ method: 'HEAD', url: '/check' })).statusCode).toBe(200);
  expect((await app.inject({ method: 'POST', url: '/check' })).statusCode).toBe(405);
});

test('a folder without a page is none', () => {
  expect(readWebFiles(outside)).toBeNull();
  expect(readWebFiles(join(outside, 'nothing'))).toBeNull();
});

test('the former address of the status page leads to the new one', async () => {
  const { statusCode, headers } = await get('/chains');
  expect([statusCode, headers.location]).toEqual([301, '/status']);
});

describe('in frames', () => {
  const ORIGINS = ['https://app.safe.global', 'https://safe.example:8443'];
  const framed = createServer(pino({ level: 'silent' }));
  addWeb(framed, files, { safeAppOrigins: ORIGINS });
  afterAll(() => framed.close());

  test.each(['/', '/explorer', '/explorer/0x00', '/check?kind=all', '/grant'])(
    '%s may be framed by the listed origins',
    async (path) => {
      const { headers } = await framed.inject(path);
      expect(headers['content-security-policy']).toMatch(
        /; frame-ancestors https:\/\/app\.safe\.global https:\/\/safe\.example:8443$/,
      );
      expect(headers['x-frame-options']).toBeUndefined();
      const again = await framed.inject({ url: path, headers: { 'if-none-match': headers.etag } });
      expect([again.statusCode, again.headers['x-frame-options']]).toEqual([304, undefined]);
    },
  );

  test.each(['/developer', '/nothing', '/mark.svg', '/mandate-vaults.js'])(
    '%s is as if none were listed',
    async (url) => {
      const ask = async (service: typeof app) => {
        const headers = { accept: 'text/html', 'x-request-id': 'same' };
        return (await service.inject({ url, headers })).headers;
      };
      const before = await ask(app);
      expect(await ask(framed)).toEqual({ ...before, date: expect.anything() });
      expect(before).toMatchObject({
        'x-frame-options': 'SAMEORIGIN',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      });
    },
  );

  test('without origins, a page has the headers that it always had', async () => {
    const {
      date,
      etag,
      'content-length': length,
      ...headers
    } = (await get('/', { 'x-request-id': 'a' })).headers;
    expect(headers).toEqual({
      'cache-control': 'no-cache',
      connection: 'keep-alive',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'x-request-id': 'a',
    });
    expect((await get('/manifest.json')).statusCode).toBe(404);
  });

  test('Safe may read the manifest from its own page', async () => {
    const manifest = await framed.inject('/manifest.json');
    expect(manifest.headers['access-control-allow-origin']).toBe('*');
    expect(manifest.json()).toMatchObject({ name: 'Mandate', iconPath: 'mark.svg', parentOrigins: ORIGINS });
  });
});
