/** Ends the connections that a closing server need not wait for. */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LOOK_EVERY_MS = 100;
/** A client that has just connected may still send a request. */
const SILENT_MS = 1_000;
/** No answer takes longer, unless its client reads it slowly on purpose. */
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
    // Repeated, because a connection becomes idle when its answer is complete, and Node looks only once.
    const timer = setInterval(() => {
      const elapsedMs = Date.now() - began;
      app.server.closeIdleConnections();
      if (elapsedMs > SILENT_MS) for (const socket of silent) socket.destroy();
      if (elapsedMs > LONGEST_MS) app.server.closeAllConnections();
    }, LOOK_EVERY_MS);
    app.server.once('close', () => clearInterval(timer));
    // A server that never listened emits no close event.
    if (!app.server.listening) clearInterval(timer);
    done();
  });
}
