/** A trace collector that accepts OTLP over HTTP. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const EXPORT_TIMEOUT_MS = 10_000;
const LOOK_EVERY_MS = 20;

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number | string;
}

interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
}

interface CollectedSpan extends Pick<SentSpan, 'name' | 'traceId' | 'spanId' | 'parentSpanId'> {
  readonly attributes: Readonly<Record<string, string | number>>;
}

export interface Collector {
  readonly url: string;
  /** The bodies of all requests, unchanged. */
  readonly bodies: readonly string[];
  /** Waits for a span. */
  find(isIt: (span: CollectedSpan) => boolean): Promise<CollectedSpan>;
  list(): CollectedSpan[];
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const isRight = request.method === 'POST' && request.url === '/v1/traces';
    if (isRight) bodies.push(body);
    response.writeHead(isRight ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const list = () => bodies.flatMap(readSpans);
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    list,
    async find(isIt) {
      for (
        const deadline = Date.now() + EXPORT_TIMEOUT_MS;
        Date.now() < deadline;
        await delay(LOOK_EVERY_MS)
      ) {
        const found = list().find(isIt);
        if (found) return found;
      }
      throw new Error(`There is no such span among ${JSON.stringify(list(), null, 2)}`);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function readSpans(body: string): CollectedSpan[] {
  const sent = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };
  const spans = sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  return spans.map(({ attributes, ...span }) => ({
    ...span,
    attributes: Object.fromEntries(
      attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
    ),
  }));
}
