/** The worker of `npm run dev` delivers to this machine. */
import { until } from '@mandate/testing/until';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { expect, test } from 'vitest';
import { world } from './world.ts';

const cookies = new Map<string, string>();

async function ask(method: string, path: string, body?: object) {
  const headers = { origin: world.api, 'x-mandate-request': '1', cookie: [...cookies.values()].join('; ') };
  const answer = await fetch(`${world.api}/developer/api${path}`, {
    method,
    ...(body
      ? { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : { headers }),
  });
  for (const cookie of answer.headers.getSetCookie())
    cookies.set(cookie.split('=')[0] ?? '', cookie.split(';')[0] ?? '');
  return { status: answer.status, body: JSON.parse((await answer.text()) || 'null') };
}

test('an endpoint on this machine is asked for its challenge', async () => {
  const account = privateKeyToAccount(generatePrivateKey());
  const { body: nonce } = await ask('POST', '/nonce');
  const message = createSiweMessage({ ...nonce, address: account.address, chainId: 1, version: '1' });
  await ask('POST', '/session', { message, signature: await account.signMessage({ message }) });
  // Nothing needs to listen there.
  const { status, body } = await ask('POST', '/webhooks', {
    name: 'mine',
    url: 'http://localhost:3000/hooks',
  });
  expect(status, JSON.stringify(body)).toBe(201);
  await until('it was tried', async () => {
    const { deliveries } = (await ask('GET', `/webhooks/${body.id}/deliveries`)).body;
    return deliveries.some(({ type }: { type: string }) => type === 'endpoint.challenge');
  });
});
