import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Answer,
  type Browser,
  createWallet,
  type Nonce,
  SESSION,
  SIGN_IN,
  type SiweFields,
  type Wallet,
  writeMessage,
} from './testing/browser.ts';
import { findLeaks, ORIGIN, type Stage, startStage } from './testing/stage.ts';

const MINUTE_MS = 60_000;
/** No account signed it, and our node does not answer: nobody knows whether a contract would take it. */
const UNKNOWN = 'cannot verify a smart-contract wallet';
const fromNow = (ms: number) => new Date(Date.now() + ms);

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());

describe('signing in', () => {
  it('gives a nonce, takes the signed message, and keeps the wallet signed in by a cookie', async () => {
    const [browser, wallet] = [stage.createBrowser(), createWallet()];
    const { status, body, headers } = await browser.post('/nonce');
    expect(status).toBe(201);
    expect(body).toMatchObject({ domain: 'mandate.example', uri: `${ORIGIN}/developer` });
    expect(body.nonce).toMatch(/^[\da-f]{64}$/);
    expect(headers.get('cache-control')).toBe('no-store');

    const message = writeMessage(body as Nonce, wallet.address);
    const signedIn = await browser.present(message, await wallet.sign(message));
    expect(signedIn.status).toBe(201);
    expect(signedIn.body).toEqual({ address: wallet.address, expiresAt: expect.any(String) });
    const days = (Date.parse(signedIn.body.expiresAt) - Date.now()) / (24 * 60 * MINUTE_MS);
    expect(days).toBeCloseTo(7, 2);
    const [session = '', signIn = ''] = signedIn.headers.getSetCookie();
    expect(session).toMatch(/^__Host-mandate-session=[\w-]{43}; /);
    expect(session.split('; ').slice(1).toSorted()).toEqual(
      ['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Strict', 'Secure'].toSorted(),
    );
    expect(signIn).toMatch(/^__Host-mandate-sign-in=;.*Max-Age=0/);
    expect((await browser.get('/session')).body).toEqual(signedIn.body);
  });

  it('gives exactly one session for fifty posts of one message at once', async () => {
    const [browser, wallet] = [stage.createBrowser(), createWallet()];
    const message = writeMessage(await browser.askNonce(), wallet.address);
    const signature = await wallet.sign(message);
    const cookie = `${SIGN_IN}=${browser.jar.get(SIGN_IN)}`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        browser.send('POST', '/session', { body: { message, signature }, headers: { cookie } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(49).fill(401)]);
    const { rows } = await stage.database.query('select 1 from session where owner = $1', [
      Buffer.from(wallet.address.slice(2), 'hex'),
    ]);
    expect(rows).toHaveLength(1);
  });

  it('makes a session that was there before worth nothing, whoever brought it', async () => {
    const [attacker, victim] = [stage.createBrowser(), stage.createBrowser()];
    await attacker.signIn(createWallet());
    const fixed = attacker.jar.get(SESSION) ?? '';
    victim.jar.set(SESSION, fixed);
    const wallet = createWallet();
    expect((await victim.signIn(wallet)).status).toBe(201);
    expect(victim.jar.get(SESSION)).not.toBe(fixed);
    expect((await victim.get('/session')).body.address).toBe(wallet.address);
    expect((await attacker.get('/session')).status).toBe(401);

    const made = 'A'.repeat(43);
    victim.jar.set(SESSION, made);
    await victim.signIn(wallet);
    attacker.jar.set(SESSION, made);
    expect((await attacker.get('/session')).status).toBe(401);
  });

  it('does not use up a nonce for a message that is wrong at first sight, but for a wrong signature', async () => {
    const [browser, wallet, other] = [stage.createBrowser(), createWallet(), createWallet()];
    const nonce = await browser.askNonce();
    const elsewhere = writeMessage(nonce, wallet.address, { domain: 'elsewhere.example' });
    expect((await browser.present(elsewhere, await wallet.sign(elsewhere))).status).toBe(401);
    const message = writeMessage(nonce, wallet.address);
    expect((await browser.present(message, await other.sign(message))).status).toBe(401);
    expect((await browser.present(message, await wallet.sign(message))).body.detail).toContain('used before');
  });
});

interface Attempt {
  readonly browser: Browser;
  readonly wallet: Wallet;
  readonly nonce: Nonce;
}

/** Each is right but for one thing. */
const fields: Readonly<Record<string, readonly [Partial<SiweFields>, string]>> = {
  'another domain': [{ domain: 'elsewhere.example' }, 'elsewhere.example'],
  'the domain with a port': [{ domain: 'mandate.example:8443' }, 'mandate.example:8443'],
  'another scheme': [{ scheme: 'http' }, 'http://mandate.example'],
  'another URI': [{ uri: 'https://elsewhere.example/developer' }, 'The URI of the message must be'],
  'a URI that only begins like ours': [
    { uri: `${ORIGIN}.elsewhere.example/` },
    'The URI of the message must be',
  ],
  'our URI without encryption': [
    { uri: 'http://mandate.example/developer' },
    'The URI of the message must be',
  ],
  'a chain that is not served': [{ chainId: 5 }, 'Chain 5 is not served'],
  'a nonce that we never gave': [{ nonce: '0123456789abcdef0123456789abcdef' }, 'nonce'],
  'an expiration that is past': [{ expirationTime: fromNow(-1_000) }, 'expired'],
  'a beginning that is to come': [{ notBefore: fromNow(MINUTE_MS) }, 'not valid yet'],
  'a message that is too old': [{ issuedAt: fromNow(-5 * MINUTE_MS - 1_000) }, 'older than five minutes'],
  'a message of the future': [{ issuedAt: fromNow(2 * MINUTE_MS) }, 'future'],
  'a wallet that is not the signer': [{ address: createWallet().address }, UNKNOWN],
  'no wallet': [{ address: `0x${'0'.repeat(40)}` }, 'names no wallet'],
};

const attempts: Readonly<Record<string, readonly [(attempt: Attempt) => Promise<unknown>, string]>> = {
  'a message that was changed after it was signed': [
    async ({ browser, wallet, nonce }) => {
      const signed = writeMessage(nonce, wallet.address, { statement: 'Sign in.' });
      return browser.present(writeMessage(nonce, wallet.address), await wallet.sign(signed));
    },
    UNKNOWN,
  ],
  'a message that was used before': [
    async ({ browser, wallet, nonce }) => {
      const message = writeMessage(nonce, wallet.address);
      const signature = await wallet.sign(message);
      const cookie = browser.jar.get(SIGN_IN) ?? '';
      expect((await browser.present(message, signature)).status).toBe(201);
      browser.jar.set(SIGN_IN, cookie);
      return browser.present(message, signature);
    },
    'used before',
  ],
  'the nonce of another browser': [
    async ({ browser, wallet }) => {
      const message = writeMessage(await stage.createBrowser().askNonce(), wallet.address);
      return browser.present(message, await wallet.sign(message));
    },
    'given to another browser',
  ],
  'a browser without its cookie': [
    async ({ browser, wallet, nonce }) => {
      browser.jar.clear();
      const message = writeMessage(nonce, wallet.address);
      return browser.present(message, await wallet.sign(message));
    },
    'asked for no nonce',
  ],
  'a nonce that has expired': [
    async ({ browser, wallet, nonce }) => {
      vi.useFakeTimers({ toFake: ['Date'], now: fromNow(5 * MINUTE_MS + 1_000) });
      try {
        const message = writeMessage(nonce, wallet.address);
        return await browser.present(message, await wallet.sign(message));
      } finally {
        vi.useRealTimers();
      }
    },
    'has expired',
  ],
  'a signature that is none': [
    ({ browser, wallet, nonce }) =>
      browser.present(writeMessage(nonce, wallet.address), `0x${'ab'.repeat(65)}`),
    UNKNOWN,
  ],
  'a signature without a byte': [
    ({ browser, wallet, nonce }) => browser.present(writeMessage(nonce, wallet.address), '0x'),
    UNKNOWN,
  ],
  'a message that is none': [({ browser }) => browser.present('Hello.', '0x'), 'EIP-4361'],
};

describe('is refused with 401:', () => {
  const table = [
    ...Object.entries(fields).map(([name, [different, detail]]) => ({
      name,
      detail,
      attempt: async ({ browser, wallet, nonce }: Attempt) => {
        const message = writeMessage(nonce, wallet.address, different);
        return browser.present(message, await wallet.sign(message));
      },
    })),
    ...Object.entries(attempts).map(([name, [attempt, detail]]) => ({ name, detail, attempt })),
  ];

  it.each(table)('$name', async ({ attempt, detail, name }) => {
    const [browser, wallet] = [stage.createBrowser(), createWallet()];
    const nonce = await browser.askNonce();
    const answer = await attempt({ browser, wallet, nonce });
    expect(answer).toMatchObject({ status: 401, body: { code: 'sign_in_refused' } });
    expect((answer as Answer).body.detail).toContain(detail);
    expect(browser.jar.has(SESSION), name).toBe(name === 'a message that was used before');
  });
});

it('takes place, however many nonces strangers have asked for', async () => {
  // Older versions made everybody wait after this many nonces. Most are asked for at once.
  const ask = (address: string) =>
    stage.createBrowser().send('POST', '/nonce', { headers: { 'x-forwarded-for': address } });
  const { rows: before } = await stage.database.query('select count(*) as kept from sign_in_nonce');
  for (let i = 0; i < 20; i++) {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => ask(`10.0.${i}.${n}`)));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
  }
  const { rows: after } = await stage.database.query('select count(*) as kept from sign_in_nonce');
  expect(after).toEqual(before);
  expect((await stage.createBrowser().signIn(createWallet())).status).toBe(201);
});

it('is tried as often as a client may ask, and no more', async () => {
  const limited = await startStage({ limit: { redisUrl: null, trustedHops: 0 } });
  try {
    const browser = limited.createBrowser();
    const tried: number[] = [];
    for (let i = 0; i < 26; i++)
      tried.push((await browser.post('/session', { message: 'a', signature: '0x' })).status);
    expect(tried).toEqual([...Array.from({ length: 25 }, () => 401), 429]);
  } finally {
    await limited.close();
  }
});

describe('a body', () => {
  it.each([
    ['that is no JSON', '{"message": ', 'malformed_request'],
    ['with a field more', { message: 'a', signature: '0x', remember: true }, 'invalid_parameters'],
    ['with a field less', { message: 'a' }, 'invalid_parameters'],
    ['that is a list', [], 'invalid_parameters'],
    ['with a signature that is no hex', { message: 'a', signature: 'mine' }, 'invalid_parameters'],
    ['that is too long', { message: 'a'.repeat(17_000), signature: '0x' }, 'malformed_request'],
  ])('%s is refused', async (_, body, code) => {
    const answer = await stage.createBrowser().post('/session', body);
    expect(answer).toMatchObject({ status: 400, body: { code } });
  });
});

it('finds a secret in a line, where one is', () => {
  const secrets = new Set(['Abc']);
  expect(findLeaks(['{"a":"b"}', '{"url":"/?abc"}'], secrets)).toEqual(['{"url":"/?abc"}']);
});
