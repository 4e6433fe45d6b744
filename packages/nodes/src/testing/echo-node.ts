/** For tests of requests: a node that returns the parameters of each call, unless a test changes that. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Sent {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

export type Handle = (calls: readonly Sent[], response: ServerResponse, request: IncomingMessage) => unknown;

export interface EchoNode {
  readonly url: URL;
  /** The number of calls in each request. */
  readonly sizes: number[];
  stop(): void;
}

/** Sends what `handle` returns, unless it has sent a response itself. */
export async function startEchoNode(handle: Handle): Promise<EchoNode> {
  const sizes: number[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as Sent | Sent[];
    const calls = Array.isArray(body) ? body : [body];
    sizes.push(Array.isArray(body) ? calls.length : 1);
    const answer = handle(calls, response, request);
    if (response.writableEnded) return;
    const sent = answer ?? (Array.isArray(body) ? calls.map(echo) : calls.map(echo)[0]);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(sent));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    sizes,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export const echo = ({ id, params }: Sent) => ({ jsonrpc: '2.0', id, result: params[0] });
