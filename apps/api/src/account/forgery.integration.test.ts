/** Requests that a browser sends because another site made it: with the cookie, and without what only our page adds. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, createWallet } from './testing/browser.ts';
import { ORIGIN, type Stage, startStage } from './testing/stage.ts';

type Headers = Readonly<Record<string, string | null>>;

let stage: Stage;
let browser: Browser;
beforeAll(async () => {
  stage = await startStage();
  browser = stage.createBrowser();
  await browser.signIn(createWallet());
});
afterAll(() => stage.close());

const OPERATIONS = [
  ['POST', '/nonce'],
  ['POST', '/session'],
  ['DELETE', '/session'],
  ['DELETE', '/sessions'],
  ['POST', '/keys'],
  ['POST', '/keys/1/rotate'],
  ['PATCH', '/keys/1'],
  ['DELETE', '/keys/1'],
] as const;
const READS = ['/session', '/keys', '/usage', '/events', '/nothing'];

const FOREIGN: Readonly<Record<string, Headers>> = {
  'another origin': { origin: 'https://elsewhere.example' },
  'no origin to speak of': { origin: 'null' },
  'our host without encryption': { origin: 'http://mandate.example' },
  'our host at another port': { origin: `${ORIGIN}:8443` },
  'a host under ours': { origin: 'https://a.mandate.example' },
  'a host that begins like ours': { origin: `${ORIGIN}.elsewhere.example` },
  'our origin in capitals': { origin: 'https://MANDATE.example' },
  'our origin with a path': { origin: `${ORIGIN}/` },
  'two origins': { origin: `${ORIGIN}, https://elsewhere.example` },
  'another site, as the browser says': { 'sec-fetch-site': 'cross-site' },
  'a sibling of our host, as the browser says': { 'sec-fetch-site': 'same-site' },
  'what the browser should never say': { 'sec-fetch-site': '' },
};
const FORGED: Readonly<Record<string, Headers>> = {
  ...FOREIGN,
  'no origin': { origin: null },
  'no header of our page': { 'x-mandate-request': null },
  'our header with another value': { 'x-mandate-request': 'true' },
  'a form': { 'x-mandate-request': null, 'content-type': 'application/x-www-form-urlencoded' },
  'a form with files': { 'x-mandate-request': null, 'content-type': 'multipart/form-data; boundary=a' },
  'a form of plain text': { 'x-mandate-request': null, 'content-type': 'text/plain' },
};

describe('is refused with 403, and changes nothing:', () => {
  it.each(Object.entries(FORGED))('%s', async (_, headers) => {
    for (const [method, path] of OPERATIONS) {
      const body = method === 'POST' || method === 'PATCH' ? { body: '{"name": "forged"}' } : {};
      const answer = await browser.send(method, path, { ...body, headers });
      expect(answer, `${method} ${path}`).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      expect(listCors(answer.headers)).toEqual([]);
    }
    expect((await browser.get('/session')).status).toBe(200);
    expect((await browser.get('/keys')).body.keys).toEqual([]);
  });

  it.each(Object.entries(FOREIGN))('to read: %s', async (_, headers) => {
    for (const path of READS) {
      const answer = await browser.send('GET', path, { headers });
      expect(answer, path).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      expect(listCors(answer.headers)).toEqual([]);
    }
  });

  it.each(['/session', '/keys/1', '/nothing', '/', ''])(
    'a preflight of %s, and our own too',
    async (path) => {
      for (const origin of ['https://elsewhere.example', ORIGIN]) {
        const answer = await browser.send('OPTIONS', path, {
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'x-mandate-request',
          },
        });
        expect(answer.status).toBe(403);
        expect(listCors(answer.headers)).toEqual([]);
      }
    },
  );

  it('a path that is spelt differently', async () => {
    const answer = await fetch(`${stage.url}/%64eveloper/api/session`, {
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(answer.status).toBe(403);
    expect(listCors(answer.headers)).toEqual([]);
  });
});

describe('our own page', () => {
  it.each([
    ['as the page asks', { 'sec-fetch-site': 'same-origin' }, 200],
    ['as a person who types the address', { 'sec-fetch-site': 'none', origin: null }, 200],
    ['as a browser that says nothing', { origin: null, 'x-mandate-request': null }, 200],
  ])('may read: %s', async (_, headers, status) => {
    const answer = await browser.send('GET', '/session', { headers });
    expect(answer.status).toBe(status);
    expect(listCors(answer.headers)).toEqual([]);
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('sends JSON, and nothing else', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      const answer = await browser.send('POST', '/keys', {
        body: '{"name": "a"}',
        headers: { 'content-type': type },
      });
      expect(answer, type).toMatchObject({ status: 400, body: { code: 'malformed_request' } });
    }
    expect((await browser.get('/keys')).body.keys).toEqual([]);
  });

  it('is told what there is not', async () => {
    expect(await browser.get('/nothing')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const answer = await browser.send('PUT', '/session');
    expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    expect(answer.headers.get('allow')).toBe('DELETE, GET, HEAD, OPTIONS, POST');
    expect(listCors(answer.headers)).toEqual([]);
  });
});

it('leaves the rest of the service open to every page', async () => {
  const headers = { origin: 'https://elsewhere.example' };
  for (const path of ['/networks', '/nothing', '/registry/v2/x']) {
    const answer = await fetch(`${stage.url}${path}`, { headers });
    expect(answer.headers.get('access-control-allow-origin'), path).toBe('*');
  }
});

it('is not there where settings are missing, and says which in the log alone', async () => {
  const without = await startStage({ withPepper: false, publicUrl: '' });
  const answer = await without.createBrowser().get('/session');
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(JSON.stringify(answer.body)).not.toContain('PEPPER');
  expect(without.lines.join('')).toContain('"missing":["PUBLIC_URL","KEY_PEPPERS"]');
  await without.close();
});

function listCors(headers: globalThis.Headers): string[] {
  return [...headers.keys()].filter((name) => name.startsWith('access-control-'));
}
