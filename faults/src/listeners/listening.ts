/** Clients of the feed by the thousand, in a process of their own. Each counts what it got, and comes back where it was cut off. */
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Heard, hear, type ListenOrder, type ListenReport, NOTHING } from './messages.ts';

const OPENING_AT_ONCE = 20;
const MAX_PAUSE_MS = 4_000;

interface Client {
  readonly path: string;
  cursor: string | null;
  heard: Heard;
  /** Changes from before this time came late because the client was away. */
  awayUntil: number;
  request: ClientRequest | null;
  rest: string;
}

let clients: Client[] = [];
let delays: Record<string, number> = {};
let ended = 0;
let url = '';

function open(client: Client): Promise<void> {
  return new Promise((resolve) => {
    const headers: Record<string, string> = { accept: 'text/event-stream' };
    if (client.cursor !== null) headers['last-event-id'] = client.cursor;
    client.rest = '';
    const request = get(`${url}${client.path}`, { headers, agent: false }, (response) => {
      if (response.statusCode === 200) follow(client, response, resolve);
      else response.destroy();
    });
    client.request = request;
    request.on('error', () => {});
    request.once('close', () => {
      resolve();
      if (client.request === request) void comeBack(client);
    });
  });
}

/** Also a service that refuses a stream for now is asked again. */
async function comeBack(client: Client): Promise<void> {
  ended++;
  await delay(Math.random() * MAX_PAUSE_MS);
  client.awayUntil = Number.POSITIVE_INFINITY;
  await open(client);
}

function follow(client: Client, response: IncomingMessage, opened: () => void): void {
  response.setEncoding('utf8').on('error', () => {});
  response.on('data', (text: string) => {
    const events = (client.rest + text).split('\n\n');
    client.rest = events.pop() ?? '';
    for (const event of events) take(client, event);
    opened();
  });
}

function take(client: Client, event: string): void {
  const [, id] = /^id: (.*)$/m.exec(event) ?? [];
  if (id !== undefined) client.cursor = id;
  const now = Date.now();
  // The first event after coming back is a cursor.
  if (event.startsWith('event: cursor') && client.awayUntil > now) client.awayUntil = now;
  if (!event.startsWith('event: change')) return;
  const [, contract = '', sent = ''] = /"contract":"(0x\w+)".*"amount":(\d+)/.exec(event) ?? [];
  client.heard = hear(client.heard, Number.parseInt(contract, 16));
  const sentAt = Number(sent);
  if (sentAt < client.awayUntil) return;
  const ms = String(Math.max(0, now - sentAt));
  delays[ms] = (delays[ms] ?? 0) + 1;
}

async function openAll(wallets: readonly (string | null)[], fromStart: boolean): Promise<void> {
  clients = wallets.map((wallet) => ({
    path: `/changes?${wallet ? `wallet=${wallet}&` : ''}${fromStart ? 'cursor=start' : ''}`,
    ...{ cursor: null, heard: NOTHING, awayUntil: 0, request: null, rest: '' },
  }));
  for (let first = 0; first < clients.length; first += OPENING_AT_ONCE)
    await Promise.all(clients.slice(first, first + OPENING_AT_ONCE).map(open));
}

function close(): void {
  for (const client of clients) {
    const { request } = client;
    client.request = null;
    request?.destroy();
  }
  [clients, delays] = [[], {}];
}

process.on('message', (order: ListenOrder) => {
  if (order.order === 'close') close();
  else if (order.order === 'cut') {
    for (const { request } of clients) if (Math.random() < order.share) request?.destroy();
  } else if (order.order === 'open') {
    ({ url } = order);
    void openAll(order.wallets, order.fromStart).then(() => process.send?.('opened'));
  } else {
    const heard = clients.map((client) => client.heard);
    process.send?.({ heard, delays, ended } satisfies ListenReport);
    delays = {};
  }
});
process.once('disconnect', () => process.exit(0));
