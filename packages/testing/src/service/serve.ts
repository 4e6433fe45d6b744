import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves HTTP on a free port of this machine. If the handler fails, the answer is 500. */
export async function serve(
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<Served> {
  const server = createServer(async (request, response) => {
    try {
      await handle(request, response);
    } catch (error) {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
