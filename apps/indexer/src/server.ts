/** What an operator's machines ask: `/health`, `/ready` and `/metrics`. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import type { Status } from './status.ts';

export async function startServer(port: number, registry: Registry, status: Status): Promise<Server> {
  const server = createServer(async (request, response) => {
    const send = (code: number, type: string, body: string) =>
      response.writeHead(code, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    const json = (code: number, body: unknown) => send(code, 'application/json', `${JSON.stringify(body)}\n`);
    switch (request.url) {
      case '/health':
        return json(200, { status: 'ok' });
      case '/ready': {
        const chains = status.list();
        return json(chains.every(({ ready }) => ready) ? 200 : 503, { chains });
      }
      case '/metrics':
        return send(200, registry.contentType, await registry.metrics());
      default:
        return json(404, { error: 'There is /health, /ready and /metrics.' });
    }
  });
  server.listen(port);
  await once(server, 'listening');
  return server;
}
