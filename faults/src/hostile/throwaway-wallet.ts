/** Signs a new wallet in on the developer page. */
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import type { Ask } from '../ask.ts';

const CREATED = 201;

export function pageHeaders(origin: string, client: string): Record<string, string> {
  return { origin, 'x-forwarded-for': client, 'x-mandate-request': '1', 'content-type': 'application/json' };
}

/** Returns a function that posts to the developer page with the wallet's session, and null if the sign-in was rejected. */
export async function signInThrowaway(
  ask: Ask,
  { origin, chainId, client }: { origin: string; chainId: number; client: string },
) {
  const cookies = new Map<string, string>();
  const post = async (path: string, body: unknown) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...pageHeaders(origin, client), cookie };
    const answered = await ask(`/developer/api${path}`, headers, JSON.stringify(body));
    for (const set of [answered.headers['set-cookie'] ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (name && value) cookies.set(name, value);
    }
    return answered;
  };

  const asked = await post('/nonce', {});
  if (asked.status !== CREATED) return null;
  const { nonce, domain, uri, statement } = JSON.parse(asked.body) as Record<
    'nonce' | 'domain' | 'uri' | 'statement',
    string
  >;
  const { address, signMessage } = privateKeyToAccount(generatePrivateKey());
  const message = createSiweMessage({ address, chainId, domain, nonce, statement, uri, version: '1' });
  const signature = await signMessage({ message });
  return (await post('/session', { message, signature })).status === CREATED ? post : null;
}

/** Creates a key of a new wallet. Returns null if there is none. */
export async function createThrowawayKey(
  ...parameters: Parameters<typeof signInThrowaway>
): Promise<string | null> {
  const post = await signInThrowaway(...parameters);
  const made = await post?.('/keys', { name: 'throwaway' });
  return made?.status === CREATED ? (JSON.parse(made.body) as { key: string }).key : null;
}
