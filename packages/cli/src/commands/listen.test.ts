/** `mandate listen` between a service that streams changes and a server that gets them. */
import { text } from 'node:stream/consumers';
import { verifyWebhook } from '@mandate/sdk/webhooks';
import { serve } from '@mandate/testing/service/serve';
import { PUBLIC_URL, WEBHOOK_EVENTS } from '@mandate/testing/service/webhook-events';
import { expect, test } from 'vitest';
import { typeCommand } from '../testing/type-command.ts';

const SECRET = `whsec_${'A'.repeat(43)}=`;
const NUMBERS = /"(tokenId|amount|amountBefore)":(\d+)/g;
/** Reads JSON whose numbers are too long for JSON.parse. */
const parse = (json: string) => JSON.parse(json.replaceAll(NUMBERS, '"$1":"number $2"'));
const DOUBT = { chainId: 1, known: false, code: 'chain_lagging', block: 9, vault: null };

test('posts each change as the service does, signed, and what is unknown', async () => {
  const service = await serve((request, response) => {
    if (request.url?.startsWith('/changes')) {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      const send = (event: string, data: object) =>
        response.write(`event: ${event}\nid: 1-1-a\ndata: ${JSON.stringify(data)}\n\n`);
      send('chain', DOUBT);
      send('cursor', { chains: [] });
      for (const { body } of WEBHOOK_EVENTS) {
        const { check: _, ...change } = JSON.parse(body.replaceAll(NUMBERS, '"$1":"$2"')).data;
        send('change', change);
      }
    }
  });
  const stop = new AbortController();
  const taken: { readonly id: string; readonly body: string }[] = [];
  const receiver = await serve(async (request, response) => {
    const body = await text(request);
    const { id } = await verifyWebhook({ body, headers: request.headers, secret: SECRET });
    taken.push({ id, body: body.replaceAll(service.url, PUBLIC_URL) });
    response.writeHead(taken.length === 1 ? 500 : 204).end();
    if (taken.length > WEBHOOK_EVENTS.length) setTimeout(() => stop.abort(), 100);
  });
  try {
    const environment = { MANDATE_URL: service.url, MANDATE_WEBHOOK_SECRET: SECRET, NO_COLOR: '1' };
    const said = await typeCommand('', `listen --forward ${receiver.url}`, {
      environment,
      signal: stop.signal,
    });
    const [doubt, ...changes] = taken;
    expect(parse(doubt?.body ?? '')).toMatchObject({ type: 'chain.unknown', data: DOUBT });
    expect(changes.map(({ body }) => parse(body))).toEqual(WEBHOOK_EVENTS.map(({ body }) => parse(body)));
    expect(changes.map(({ id }) => id)).toEqual(WEBHOOK_EVENTS.map(({ body }) => parse(body).data.id));
    expect(said).toMatchObject({ code: 0, err: `Events go to ${receiver.url}/, signed with ${SECRET}` });
    expect(said.out).toMatch(/^✗ chain\.unknown {6} 500 .*\n✓ delegation\.granted +204 /);
  } finally {
    await Promise.all([service.close(), receiver.close()]);
  }
});
