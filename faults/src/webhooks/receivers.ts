/** The servers that webhooks are sent to: honest ones, and all kinds of others. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const SLOW_MS = 3_000;
const FLAP_MS = 7_000;
const DRIP_MS = 20;
const PART = 'x'.repeat(1_024);

export const KINDS = [
  'honest',
  'slow',
  'dead',
  'flapping',
  'redirecting',
  'wrong',
  'hanging',
  'endless',
] as const;
export type ReceiverKind = (typeof KINDS)[number];

const ANSWERS: Readonly<Record<ReceiverKind, (response: ServerResponse, request: IncomingMessage) => void>> =
  {
    honest: (response) => void response.end('ok'),
    slow: (response) => void setTimeout(() => response.end('ok'), SLOW_MS),
    dead: (_, request) => void request.socket.destroy(),
    flapping: (response) =>
      void response.writeHead(Math.floor(Date.now() / FLAP_MS) % 2 === 0 ? 200 : 503).end('perhaps'),
    redirecting: (response) => void response.writeHead(307, { location: '/honest/stolen' }).end(),
    wrong: (response) => void response.writeHead(418).end(),
    hanging: () => {},
    endless: (response) => {
      const timer = setInterval(() => response.write(PART), DRIP_MS);
      response.on('close', () => clearInterval(timer));
    },
  };

export interface Received {
  readonly id: string;
  readonly type: string;
  readonly text: string;
  readonly chainId: number;
  readonly contract: string | null;
  /** The wallets of a reset. `null`: all of them. */
  readonly vaults: readonly string[] | null;
  readonly atMs: number;
}

/** Every path is an endpoint: `/<kind>/<name>`. Challenges are answered by all. */
export async function startReceivers() {
  const received = new Map<string, Received[]>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    const { type, data } = JSON.parse(text) as { type: string; data: Record<string, unknown> };
    if (type === 'endpoint.challenge') return void response.end(data['challenge']);
    const path = request.url ?? '';
    const id = String(request.headers['webhook-id']);
    const [chainId, contract] = [
      Number(data['chainId']),
      String(data['contract'] ?? '').toLowerCase() || null,
    ];
    const vaults =
      (data['vaults'] as string[] | null | undefined)?.map((vault) => vault.toLowerCase()) ?? null;
    const list = received.get(path) ?? [];
    list.push({ id, type, text, chainId, contract, vaults, atMs: Date.now() });
    received.set(path, list);
    ANSWERS[path.split('/')[1] as ReceiverKind](response, request);
  });
  server.on('connection', (socket) => socket.on('error', () => {}));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: (path: string) => `http://${host}${path}`,
    of: (path: string): readonly Received[] => received.get(path) ?? [],
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
