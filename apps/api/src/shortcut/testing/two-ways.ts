/** Sends each request over a socket, where it may go the short way, and gives it to Fastify itself. */
import { subscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request as sendRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { followLedger, openReadModel } from '@mandate/read-model';
import { CONFIGURED } from '@mandate/testing/ledger-api';
import type { Logger } from 'pino';
import { PEPPER } from '../../access/keys/testing/key-stage.ts';
import { createApi } from '../../app.ts';
import type { LimitConfig } from '../../config.ts';
import { createLog } from '../../observe/log.ts';

/** Requests that Fastify had a handler for. */
let handled = 0;
subscribe('tracing:fastify.request.handler:start', () => {
  handled++;
});

interface Said {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a head says of its connection and its time. */
type Connection = Pick<IncomingHttpHeaders, 'connection' | 'keep-alive' | 'date'>;

export interface TwoWays {
  readonly port: number;
  /** Over the socket, and whether it was answered without Fastify. */
  send(
    url: string,
    sent?: Sent,
  ): Promise<Said & { readonly short: boolean; readonly connection: Connection }>;
  inject(url: string, sent?: Sent): Promise<Said>;
  /** What is said over the socket, and what Fastify says, to be held against each other. */
  sendBoth(
    url: string,
    sent?: Sent,
  ): Promise<{ readonly short: boolean; readonly said: Said; readonly long: Said }>;
  readMetrics(): Promise<string>;
  close(): Promise<void>;
}

/** The API with a read model that has come to a block. */
export async function startTwoWays(
  databaseUrl: string,
  block: number,
  options: { readonly limit?: LimitConfig; readonly log?: Logger } = {},
): Promise<TwoWays> {
  const { limit = null, log = createLog('silent') } = options;
  const dir = mkdtempSync(join(tmpdir(), 'mandate-shortcut-'));
  const opened = openReadModel({ dir });
  const follower = followLedger({ readModel: opened, databaseUrl, chainIds: [1], log: createLog('silent') });
  const readModel = { ...opened, problem: follower.problem };
  const api = await createApi({ databaseUrl, chains: CONFIGURED, readModel, peppers: [PEPPER], limit, log });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.app.server.address() as { port: number };
  while (opened.states()[0]?.block !== block) await delay(20);

  const send: TwoWays['send'] = async (url, { method = 'GET', headers = {} } = {}) => {
    const before = handled;
    const said = await new Promise<Said & { connection: Connection }>((resolve, reject) => {
      const sent = sendRequest({ port, method, path: url, headers }, async (response) => {
        const body = Buffer.concat(await response.toArray()).toString();
        const { connection, 'keep-alive': keepAlive, date } = response.headers;
        resolve({
          ...{ status: response.statusCode ?? 0, headers: comparable(response.headers), body },
          connection: { connection, 'keep-alive': keepAlive, date },
        });
      });
      sent.on('error', reject).end();
    });
    // Before a handler is called, nothing is answered with 200.
    return { ...said, short: said.status === 200 && handled === before };
  };

  const inject: TwoWays['inject'] = async (url, { method = 'GET', headers = {} } = {}) => {
    const given = { method: method as 'GET', url, headers: { host: 'localhost', ...headers } };
    const { statusCode: status, headers: said, body } = await api.app.inject(given);
    return { status, headers: comparable(said), body };
  };

  return {
    port,
    send,
    inject,
    readMetrics: api.admin.metrics,
    async sendBoth(url, sent) {
      const { short, connection: _, ...said } = await send(url, sent);
      return { short, said: withoutId(said), long: withoutId(await inject(url, sent)) };
    },
    async close() {
      await follower.close();
      await api.close();
      await opened.close();
      rmSync(dir, { recursive: true });
    },
  };
}

/** Without what is another for each request, or belongs to the connection. */
function comparable(headers: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { date: _d, connection: _c, 'keep-alive': _k, ...rest } = headers;
  const id = String(rest['x-request-id']);
  return { ...rest, 'x-request-id': id.length === 36 ? 'its own' : id, 'content-length': undefined };
}

const withoutId = ({ body, ...rest }: Said) => ({
  ...rest,
  body: body.replaceAll(/"requestId":"[^"]+"/g, ''),
});
