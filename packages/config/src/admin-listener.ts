/** Serves `/health`, `/ready` and `/metrics` on the operator's own port, separate from the public one. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Readiness {
  readonly isReady: boolean;
  /** Details for the operator, as JSON. */
  readonly body: object;
}

export interface AdminAnswers {
  ready(): Readiness | Promise<Readiness>;
  /** Returns the metrics in Prometheus' text format. */
  metrics(): Promise<string>;
}

export interface AdminListener {
  readonly port: number;
  close(): void;
}

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const METHODS = ['GET', 'HEAD'];

export async function startAdminListener(
  { host, port }: { readonly host: string; readonly port: number },
  answers: AdminAnswers,
): Promise<AdminListener> {
  const server = createServer((request, response) => {
    answer(request, response, answers).catch(() => {
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { error: 'Internal error. The log says more.' });
    });
  });
  server.listen(port, host);
  await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
    const where = `${host}, port ${port}: ${code}`;
    throw new Error(
      `The admin listener cannot listen at ${where}. Set another host or port (docs/operating/configuration.md).`,
    );
  });
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
  { ready, metrics }: AdminAnswers,
): Promise<void> {
  const path = METHODS.includes(method) ? url.split('?', 1)[0] : null;
  switch (path) {
    case '/health':
      return sendJson(response, 200, { status: 'ok' });
    case '/ready': {
      const { isReady, body } = await ready();
      return sendJson(response, isReady ? 200 : 503, body);
    }
    case '/metrics':
      return send(response, 200, METRICS_TYPE, await metrics());
    default:
      return sendJson(response, 404, { error: 'Not found. Use GET /health, /ready or /metrics.' });
  }
}

const sendJson = (response: ServerResponse, status: number, body: object) =>
  send(response, status, JSON_TYPE, `${JSON.stringify(body)}\n`);

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}
