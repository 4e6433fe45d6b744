/**
 * A node that would be another machine: it runs each question once, and repeats the answer after as long as that took. A
 * node on this machine would take its processors from the API, which says nothing about the API. It counts its calls.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

interface Remembered {
  readonly answer: string;
  readonly tookMs: number;
}

export interface NodeElsewhere {
  readonly url: string;
  /** The times at which calls arrived, in order. */
  readonly arrivals: readonly number[];
  close(): Promise<void>;
}

export async function startNodeElsewhere(target: string): Promise<NodeElsewhere> {
  const arrivals: number[] = [];
  const known = new Map<string, Promise<Remembered>>();

  async function run(body: string): Promise<Remembered> {
    const startedAt = performance.now();
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(target, { method: 'POST', headers, body });
    return { answer: await response.text(), tookMs: performance.now() - startedAt };
  }

  async function answer(body: string): Promise<string> {
    const asked: unknown = JSON.parse(body);
    for (const _ of [asked].flat()) arrivals.push(performance.now());
    const before = known.get(body);
    const running = before ?? run(body);
    known.set(body, running);
    const { answer, tookMs } = await running;
    if (before) await delay(tookMs);
    return answer;
  }

  const server = createServer((request, response) => {
    text(request)
      .then(answer)
      .then((said) => response.writeHead(200, { 'content-type': 'application/json' }).end(said))
      // A disconnected client is not our error.
      .catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
