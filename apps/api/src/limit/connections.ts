/** How many connections a client may have open. Behind a proxy all are the proxy's, and it has to count them. */
import type { Server } from 'node:http';
import { Counter, type Registry } from 'prom-client';
import { clientOf } from './client.ts';
import { createShares, levelsOf } from './shares.ts';

/** For each process. Nobody knows yet who has a key. */
const CAPS = { client: 100, key: 0, total: Number.POSITIVE_INFINITY };

/** One too many is closed without an answer: to give one would cost as much as the connection. */
export function addConnectionLimit(server: Server, registry: Registry): void {
  const shares = createShares();
  const refused = new Counter({
    name: 'mandate_api_connections_refused_total',
    help: 'Connections that were closed at once, as their client had as many as it may',
    registers: [registry],
  });
  server.on('connection', (socket) => {
    const client = clientOf(socket.remoteAddress, undefined, 0);
    const levels = levelsOf({ client, keyId: null }, CAPS);
    if (shares.take(levels, 1)) {
      refused.inc();
      socket.destroy();
    } else socket.once('close', () => shares.give(levels, 1));
  });
}
