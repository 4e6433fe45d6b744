/** A gate for the wallets that may act for a vault. It asks once, and is told of every change after that. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Address, createClient } from '@mandate/sdk';
import { InvalidWebhookError, verifyWebhook } from '@mandate/sdk/webhooks';
import { openGate } from './gate.ts';

/** Heartbeats come every ten minutes. */
const MAX_SILENCE_MS = 25 * 60_000;
const {
  MANDATE_URL = 'http://localhost:8080',
  WEBHOOK_SECRET = '',
  PORT = '3000',
  DATA = 'gate.db',
} = process.env;
const VAULT = (process.env['VAULT'] ?? '0x3A88DA9030Bd37d6b529FF65fc039531e01577a9') as Address;
const gate = openGate(DATA, createClient({ baseUrl: MANDATE_URL }), VAULT, MAX_SILENCE_MS);

/** Returns status and body. Anything but 2xx makes the service send the event again later. */
async function receive(request: IncomingMessage): Promise<[number, string]> {
  const body = await text(request);
  try {
    const event = await verifyWebhook({ body, headers: request.headers, secret: WEBHOOK_SECRET });
    if (event.type === 'endpoint.challenge') return [200, event.data.challenge];
    const isNew = await gate.apply(event);
    console.log(`${event.type} ${event.id}${isNew ? '' : ', again'}`);
    return [200, ''];
  } catch (error) {
    console.error((error as Error).message);
    return error instanceof InvalidWebhookError ? [400, error.code] : [503, 'Send it again later.'];
  }
}

async function answer(request: IncomingMessage): Promise<[number, string]> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (request.method === 'POST' && pathname === '/hooks') return receive(request);
  if (pathname === '/may-enter') return [200, gate.find(searchParams.get('wallet') ?? '')];
  return [404, 'Ask /may-enter?wallet=0x…'];
}

const server = createServer(async (request, response) => {
  const [status, body] = await answer(request);
  response.writeHead(status, { 'content-type': 'text/plain' }).end(body);
});
// Events come first, then the list: so nothing between the two is missed.
server.listen(Number(PORT), async () => {
  await gate.load();
  console.log(`The gate is at http://localhost:${(server.address() as AddressInfo).port}`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close());
