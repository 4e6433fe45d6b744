/** Signs a new wallet in on the developer page. */
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import type { Answered, Ask } from './ask.ts';

export interface ThrowawayWallet {
  /** Posts to the developer page with the wallet's session. */
  post(path: string, body: unknown): Promise<Answered>;
  /** Returns null if no key was created. */
  createKey(): Promise<{ readonly id: string; readonly key: string } | null>;
}

interface Nonce {
  readonly nonce: string;
  readonly domain: string;
  readonly uri: string;
  readonly statement: string;
}

const CREATED = 201;

export function pageHeaders(origin: string, client: string): Record<string, string> {
  return {
    origin,
    'x-forwarded-for': client,
    'x-mandate-request': '1',
    'content-type': 'application/json',
  };
}

/** Returns null if the sign-in was rejected. */
export async function signInThrowaway(
  ask: Ask,
  { origin, chainId, client }: { origin: string; chainId: number; client: string },
): Promise<ThrowawayWallet | null> {
  const cookies = new Map<string, string>();
  const post = async (path: string, body: unknown) => {
    const headers = {
      ...pageHeaders(origin, client),
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    };
    const answered = await ask({
      method: 'POST',
      path: `/developer/api${path}`,
      headers,
      body: JSON.stringify(body),
    });
    for (const cookie of answered.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name && value) cookies.set(name, value);
    }
    return answered;
  };

  const asked = await post('/nonce', {});
  if (asked.status !== CREATED) return null;
  const { nonce, domain, uri, statement } = JSON.parse(asked.text) as Nonce;
  const account = privateKeyToAccount(generatePrivateKey());
  const message = createSiweMessage({
    address: account.address,
    chainId,
    domain,
    nonce,
    statement,
    uri,
    version: '1',
  });
  const signature = await account.signMessage({ message });
  if ((await post('/session', { message, signature })).status !== CREATED) return null;
  return {
    post,
    async createKey() {
      const made = await post('/keys', { name: 'throwaway' });
      return made.status === CREATED ? JSON.parse(made.text) : null;
    },
  };
}
