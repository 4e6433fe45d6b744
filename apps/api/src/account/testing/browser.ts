/** A browser with the developer page open: it keeps cookies, and says where its requests come from. */

import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests compare what came with what they expect.
  readonly body: any;
}

export interface Wallet {
  readonly address: Hex;
  sign(message: string): Promise<Hex>;
}

export interface Nonce {
  readonly nonce: string;
  readonly domain: string;
  readonly uri: string;
  readonly statement: string;
}

export interface Sent {
  readonly body?: unknown;
  /** `null` sends none, where a browser would send one. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

export type SiweFields = Parameters<typeof createSiweMessage>[0];

export type Browser = ReturnType<typeof createBrowser>;

export const SESSION = '__Host-mandate-session';
export const SIGN_IN = '__Host-mandate-sign-in';

export function createWallet(): Wallet {
  const account = privateKeyToAccount(generatePrivateKey());
  return { address: account.address, sign: (message) => account.signMessage({ message }) };
}

/** The message as the page would write it, but for what a test wants to be different. */
export function writeMessage(nonce: Nonce, address: Hex, fields: Partial<SiweFields> = {}): string {
  const { statement, ...given } = nonce;
  return createSiweMessage({
    domain: given.domain,
    uri: given.uri,
    nonce: given.nonce,
    statement,
    address,
    chainId: 1,
    version: '1',
    ...fields,
  });
}

/** Whatever secret it is handed, it remembers in `secrets`. */
export function createBrowser(url: string, origin: string, secrets: Set<string>) {
  const jar = new Map<string, string>();

  async function send(method: string, path: string, { body, headers }: Sent = {}): Promise<Answer> {
    const answer = await fetch(`${url}/developer/api${path}`, {
      method,
      headers: writeHeaders(body !== undefined, headers),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) keep(cookie);
    const text = await answer.text();
    const json = text === '' ? null : JSON.parse(text);
    for (const secret of [json?.nonce, json?.key, json?.secret]) if (secret) secrets.add(secret);
    return { status: answer.status, headers: answer.headers, body: json };
  }

  function writeHeaders(hasBody: boolean, different: Sent['headers']): [string, string][] {
    const headers: Record<string, string | null> = {
      origin,
      'x-mandate-request': '1',
      'content-type': hasBody ? 'application/json' : null,
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') || null,
      ...different,
    };
    return Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null);
  }

  function keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split('; ');
    const [name = '', value = ''] = pair.split('=');
    if (value) secrets.add(value);
    if (value && !attributes.includes('Max-Age=0')) jar.set(name, value);
    else jar.delete(name);
  }

  async function askNonce(): Promise<Nonce> {
    return (await send('POST', '/nonce')).body;
  }

  async function present(message: string, signature: Hex): Promise<Answer> {
    secrets.add(signature);
    return send('POST', '/session', { body: { message, signature } });
  }

  return {
    jar,
    send,
    askNonce,
    present,
    get: (path: string) => send('GET', path),
    post: (path: string, body?: unknown) => send('POST', path, { body }),
    patch: (path: string, body: unknown) => send('PATCH', path, { body }),
    delete: (path: string) => send('DELETE', path),
    async signIn(wallet: Wallet, fields: Partial<SiweFields> = {}): Promise<Answer> {
      const message = writeMessage(await askNonce(), wallet.address, fields);
      return present(message, await wallet.sign(message));
    },
  };
}
