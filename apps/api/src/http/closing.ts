/** A server that was told to close waits for its connections. This ends those that have nothing to wait for. */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LOOK_EVERY_MS = 100;
/** Who has just connected may still get a request across. */
const SILENT_MS = 1_000;
/** No answer takes longer, unless its reader means it to. */
const LONGEST_MS = 60_000;

export function addClosing(app: FastifyInstance): void {
  const silent = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }) => silent.delete(socket));

  app.addHook('preClose', (done) => {
    const began = Date.now();
    // Again and again: a connection becomes idle when its answer is complete, and Node looks only once.
    const timer = setInterval(() => {
      const elapsedMs = Date.now() - began;
      app.server.closeIdleConnections();
      if (elapsedMs > SILENT_MS) for (const socket of silent) socket.destroy();
      if (elapsedMs > LONGEST_MS) app.server.closeAllConnections();
    }, LOOK_EVERY_MS);
    app.server.once('close', () => clearInterval(timer));
    // Of a server that never listened, nothing closes.
    if (!app.server.listening) clearInterval(timer);
    done();
  });
}
