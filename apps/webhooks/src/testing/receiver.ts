/** For tests: a server that receives events, and answers as each path is told to. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into the data of any event.
  readonly data: any;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Answers an event. */
export type Behaviour = (event: ReceivedEvent, response: ServerResponse) => void;

/** Answers challenges, and takes every event. */
const honest: Behaviour = ({ type, data }, response) =>
  void response.end(type === 'endpoint.challenge' ? data.challenge : 'ok');

export async function startReceiver() {
  const received = new Map<string, ReceivedEvent[]>();
  const behaviours = new Map<string, Behaviour>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    const path = request.url ?? '/';
    const id = String(request.headers['webhook-id']);
    const event = { ...JSON.parse(text), id, headers: request.headers, text } as ReceivedEvent;
    received.set(path, [...(received.get(path) ?? []), event]);
    (behaviours.get(path) ?? honest)(event, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: (path: string) => `http://${host}${path}`,
    behave: (path: string, behaviour: Behaviour) => void behaviours.set(path, behaviour),
    /** Returns the events of a path, without challenges and heartbeats. */
    events: (path: string) => (received.get(path) ?? []).filter(({ type }) => !type.startsWith('endpoint.')),
    all: (path: string) => received.get(path) ?? [],
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
