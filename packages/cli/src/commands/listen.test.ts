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
const PAGE = { changes: [], cursor: '1-1-b', more: false, unknown: [] };
const INDEXED = { number: 9, hash: `0x${'b1'.repeat(32)}`, timestamp: 1_700_000_000 };
const CHAIN = {
  ...{ chainId: 1, name: 'Ethereum', state: 'ready', detail: null, indexed: INDEXED, head: 9, safe: null },
  ...{ finalized: null, lagBlocks: 0, lagSeconds: 1, heardMsAgo: 1, nodes: [] },
  maxLag: { ms: 60_000, blockAgeMs: null },
};
const EXPIRED = { code: 'cursor_expired', title: 'Expired', detail: 'The log is another one.', status: 400 };
const DOUBT = { chainId: 1, known: false, code: 'chain_lagging', block: 9, vault: null };

test('posts each change as the service does, signed, what is unknown, a heartbeat, and a reset', async () => {
  let streams = 0;
  let endFirst = () => {};
  const service = await serve((request, response) => {
    const answer = (status: number, body: object) =>
      response
        .writeHead(status, { 'content-type': `application/${status === 200 ? '' : 'problem+'}json` })
        .end(JSON.stringify(body));
    if (request.url?.startsWith('/status')) return answer(200, { chains: [CHAIN] });
    if (!request.headers.accept?.includes('event-stream')) return answer(200, PAGE);
    streams++;
    if (streams === 2) return answer(400, EXPIRED);
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    const send = (event: string, data: object) =>
      response.write(`event: ${event}\nid: 1-1-a\ndata: ${JSON.stringify(data)}\n\n`);
    if (streams === 1) send('chain', DOUBT);
    send('cursor', { chains: [] });
    if (streams > 1) return stop.abort();
    for (const { body } of WEBHOOK_EVENTS) {
      const { check: _, ...change } = JSON.parse(body.replaceAll(NUMBERS, '"$1":"$2"')).data;
      send('change', change);
    }
    endFirst = () => response.end();
    return undefined;
  });
  const stop = new AbortController();
  const taken: { readonly id: string; readonly body: string }[] = [];
  const receiver = await serve(async (request, response) => {
    const body = await text(request);
    const { id } = await verifyWebhook({ body, headers: request.headers, secret: SECRET });
    taken.push({ id, body: body.replaceAll(service.url, PUBLIC_URL) });
    response.writeHead(taken.length === 1 ? 500 : 204).end();
    // The doubt, the heartbeat and all changes.
    if (taken.length === 2 + WEBHOOK_EVENTS.length) endFirst();
  });
  try {
    const environment = { MANDATE_URL: service.url, MANDATE_WEBHOOK_SECRET: SECRET, NO_COLOR: '1' };
    const said = await typeCommand('', `listen --forward ${receiver.url}`, {
      environment,
      signal: stop.signal,
    });
    const events = taken.map(({ id, body }) => ({ id, body: parse(body) }));
    const listOf = (types: RegExp) => events.filter(({ body }) => types.test(body.type));
    expect(events[0]?.body).toMatchObject({ type: 'chain.unknown', data: DOUBT });
    const changes = listOf(/^delegation\.(?!reset)/);
    expect(changes.map(({ body }) => body)).toEqual(WEBHOOK_EVENTS.map(({ body }) => parse(body)));
    expect(changes.map(({ id }) => id)).toEqual(WEBHOOK_EVENTS.map(({ body }) => parse(body).data.id));
    const chains = [{ chainId: 1, known: true, block: 9 }];
    expect(listOf(/alive/).map(({ body }) => body.data)).toEqual([{ chains }]);
    expect(listOf(/reset/).map(({ body }) => body.data)).toEqual([{ chainId: 1, vaults: null }]);
    expect(said).toMatchObject({ code: 0, err: `Events go to ${receiver.url}/, signed with ${SECRET}` });
    expect(said.out).toMatch(/^✗ chain\.unknown {6} 500 .*\n✓ \w/);
    expect(said.out).toMatch(/^✓ delegation\.granted +204 /m);
  } finally {
    await Promise.all([service.close(), receiver.close()]);
  }
});
