import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createServer } from '../http/server.ts';
import { addWeb, readWebFiles, type WebFiles } from './site.ts';

const outside = mkdtempSync(join(tmpdir(), 'mandate-web-'));
const folder = join(outside, 'dist');
const PAGE = `<!doctype html><title>Mandate</title>${'<p>.</p>'.repeat(40)}`;
const SCRIPT = 'export const answer = 42;\n'.repeat(20);

mkdirSync(join(folder, 'assets'), { recursive: true });
writeFileSync(join(folder, 'index.html'), PAGE);
writeFileSync(join(folder, '404.html'), PAGE);
writeFileSync(join(folder, 'mark.svg'), '<svg/>');
writeFileSync(join(folder, 'assets/index-1a2b.js'), SCRIPT);
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

test.each(['/', '/explorer', '/explorer/0x00', '/explorer/', '/check?kind=all', '/developer', '/chains'])(
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

test('what can be made smaller is, for those who take it', async () => {
  const { headers, rawPayload } = await get('/assets/index-1a2b.js', { 'accept-encoding': 'br, gzip' });
  expect(headers['content-encoding']).toBe('gzip');
  expect(headers['vary']).toContain('accept-encoding');
  expect(gunzipSync(rawPayload).toString()).toBe(SCRIPT);
});

test.each([
  ...['/nothing', '/404.html', '/index.html', '/assets', '/assets/', '/secret.txt', '/checks'],
  ...['/../secret.txt', '/assets/../../secret.txt', '/%2e%2e/secret.txt', '/assets/..%2f..%2fsecret.txt'],
  ...['//secret.txt', '/assets/%00', '/registry/v3/check/all'],
])('%s is no page and no file: 404 as for any other path', async (path) => {
  const { statusCode, headers, body } = await get(path, { accept: 'text/html' });
  expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
  expect(body).not.toContain('not for anyone');
});

test('pages can only be read', async () => {
  expect((await app.inject({ method: 'HEAD', url: '/check' })).statusCode).toBe(200);
  expect((await app.inject({ method: 'POST', url: '/check' })).statusCode).toBe(405);
});

test('a folder without a page is none', () => {
  expect(readWebFiles(outside)).toBeNull();
  expect(readWebFiles(join(outside, 'nothing'))).toBeNull();
});
