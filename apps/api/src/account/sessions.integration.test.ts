import { createSessionStore } from '@mandate/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestOf } from './sessions.ts';
import { createWallet, SESSION } from './testing/browser.ts';
import { type Stage, startStage } from './testing/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());

const OUT = { status: 401, body: { code: 'not_signed_in' } };

async function signIn(wallet = createWallet()) {
  const browser = stage.createBrowser();
  expect((await browser.signIn(wallet)).status).toBe(201);
  return browser;
}

describe('a session', () => {
  it('ends where its browser signs out, and only there', async () => {
    const wallet = createWallet();
    const [here, there] = [await signIn(wallet), await signIn(wallet)];
    const token = here.jar.get(SESSION) ?? '';
    expect((await here.delete('/session')).status).toBe(204);
    expect(here.jar.has(SESSION)).toBe(false);
    here.jar.set(SESSION, token);
    expect(await here.get('/session')).toMatchObject(OUT);
    expect((await there.get('/session')).status).toBe(200);
    expect((await stage.createBrowser().delete('/session')).status).toBe(204);
  });

  it('ends everywhere, for this wallet alone', async () => {
    const wallet = createWallet();
    const [here, there, other] = [await signIn(wallet), await signIn(wallet), await signIn()];
    const token = here.jar.get(SESSION) ?? '';
    expect((await here.delete('/sessions')).status).toBe(204);
    here.jar.set(SESSION, token);
    for (const browser of [here, there]) expect(await browser.get('/session')).toMatchObject(OUT);
    expect((await other.get('/session')).status).toBe(200);
    expect(await there.delete('/sessions')).toMatchObject(OUT);
    expect(await stage.createBrowser().delete('/sessions')).toMatchObject(OUT);
  });

  it('ends with its time', async () => {
    const browser = await signIn();
    const digest = digestOf(browser.jar.get(SESSION) ?? '');
    await stage.database.query('update session set expires_at = now() where digest = $1', [digest]);
    for (const path of ['/session', '/keys', '/usage']) expect(await browser.get(path)).toMatchObject(OUT);
  });

  it('is of no other cookie', async () => {
    const browser = await signIn();
    const token = browser.jar.get(SESSION) ?? '';
    const last = token.endsWith('A') ? 'E' : 'A';
    const digest = digestOf(token);
    const tampered = [
      token.slice(0, -1) + last,
      `${token}A`,
      token.slice(1),
      '',
      'undefined',
      // Nothing in the database opens a session.
      digest.toString('base64url'),
      digest.toString('hex'),
      `${token}%00`,
      "' or true --",
    ];
    for (const value of tampered) {
      const headers = { cookie: `${SESSION}=${value}` };
      expect(await browser.send('GET', '/session', { headers }), value).toMatchObject(OUT);
    }
    for (const name of ['mandate-session', '__Secure-mandate-session', SESSION.toLowerCase()]) {
      const headers = { cookie: `${name}=${token}` };
      expect(await browser.send('GET', '/session', { headers }), name).toMatchObject(OUT);
    }
    expect((await browser.get('/session')).status).toBe(200);
  });
});

describe('what has expired', () => {
  it('is cleaned away', async () => {
    await signIn();
    await stage.database.query('update session set expires_at = now()');
    await stage.database.query('update sign_in_nonce set expires_at = now()');
    const alive = await signIn();
    await createSessionStore(stage.database).deleteExpired();
    const { rows } = await stage.database.query(
      'select (select count(*) from session) as sessions, (select count(*) from sign_in_nonce) as nonces',
    );
    expect(rows).toEqual([{ sessions: 1, nonces: 1 }]);
    expect((await alive.get('/session')).status).toBe(200);
  });
});
