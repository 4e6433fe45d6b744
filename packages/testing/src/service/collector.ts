/** A trace collector that accepts OTLP over HTTP. */
import { text } from 'node:stream/consumers';
import { until } from '../until.ts';
import { serve } from './serve.ts';

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

export type Collector = Awaited<ReturnType<typeof startCollector>>;

export async function startCollector() {
  const bodies: string[] = [];
  const { url, close } = await serve(async (request, response) => {
    const body = await text(request);
    const isRight = request.method === 'POST' && request.url === '/v1/traces';
    if (isRight) bodies.push(body);
    response.writeHead(isRight ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
  });
  const list = () => bodies.flatMap(readSpans);
  return {
    url,
    /** The bodies of all requests, unchanged. */
    bodies,
    list,
    /** Waits for a span. */
    find: (isIt: (span: CollectedSpan) => boolean) => until('the span has come', () => list().find(isIt)),
    close,
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
