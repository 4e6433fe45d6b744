/** `/status` and `/audit` are pages in a browser, and JSON for programs. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readChains } from '@mandate/config';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, createApi } from '../../app.ts';

/** The header of Chromium, Firefox and Safari when a link is opened. */
const NAVIGATION = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8';
const PAGE = '<!doctype html><title>Mandate</title>';
const folder = mkdtempSync(join(tmpdir(), 'mandate-status-'));
writeFileSync(join(folder, 'index.html'), PAGE);

let db: TestDatabase;
let withSite: Api;
let without: Api;
beforeAll(async () => {
  db = await createTestDatabase();
  const chains = readChains({ CHAINS: '{"1": {"nodes": ["http://127.0.0.1:1"]}}' });
  const options = { databaseUrl: db.url, chains, log: pino({ level: 'silent' }) };
  [withSite, without] = await Promise.all([createApi({ ...options, webDir: folder }), createApi(options)]);
});
afterAll(async () => {
  await Promise.all([withSite?.close(), without?.close()]);
  await db?.drop();
  rmSync(folder, { recursive: true });
});

const PATHS = ['/status', '/audit'];

test.each(PATHS)('a browser that opens a link to %s gets the page, with its policy', async (path) => {
  const { statusCode, headers, body } = await withSite.app.inject({
    url: `${path}?from=mail`,
    headers: { accept: NAVIGATION },
  });
  expect([statusCode, body]).toEqual([200, PAGE]);
  expect(headers['vary']).toMatch(/^accept(?:,|$)/i);
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toContain('unsafe');
});

test.each([undefined, '*/*', 'application/json', 'application/json, text/plain, */*'])(
  'a program that accepts %s gets JSON',
  async (accept) => {
    for (const url of PATHS) {
      const { statusCode, headers, json } = await withSite.app.inject({
        url,
        headers: accept === undefined ? {} : { accept },
      });
      expect(statusCode).toBe(200);
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(headers['vary']).toMatch(/^accept(?:,|$)/i);
      expect(json().chains).toHaveLength(1);
    }
  },
);

test('the history is JSON for everybody, and so is the status of a service without pages', async () => {
  const headers = { accept: NAVIGATION };
  const history = await withSite.app.inject({ url: '/status/history', headers });
  const others = await Promise.all(PATHS.map((url) => without.app.inject({ url, headers })));
  for (const answer of [history, ...others]) expect(answer.json().chains).toHaveLength(1);
});
