/** Limits the open connections of a client. Behind a proxy all are the proxy's, so the proxy has to count them. */
import type { Server } from 'node:http';
import { Counter, type Registry } from 'prom-client';
import { clientOf } from './client.ts';
import { createShares, levelsOf } from './shares.ts';

/** Applies to each process. Keys are not known before a request is read. */
const CAPS = { client: 100, key: 0, total: Number.POSITIVE_INFINITY };

/** Closes excess connections without an answer, which would cost as much as the connection. */
export function addConnectionLimit(server: Server, registry: Registry): void {
  const shares = createShares();
  const refused = new Counter({
    name: 'mandate_api_connections_refused_total',
    help: 'Connections closed at once, because their client had reached its limit',
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
