/** Sends spans to a collector, over OTLP as JSON. */
import { setTimeout as delay } from 'node:timers/promises';
import { DiagLogLevel, diag, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';

/** Includes all retries. An unavailable collector must not keep the process from ending. */
const TIMEOUT_MS = 2_000;
const MAX_ERROR_CHARS = 300;

export interface TracingSettings {
  /** The URL of a collector that accepts OTLP over HTTP. OpenTelemetry itself reads its headers and certificates. */
  readonly endpoint: string;
  /** The share of requests that are traced, from 0 to 1. */
  readonly share: number;
}

export interface TracingExport {
  readonly tracer: Tracer;
  /** Sends the remaining spans, if the collector is available. */
  close(): Promise<void>;
}

export function startExport(
  service: string,
  { endpoint, share }: TracingSettings,
  log: Logger,
): TracingExport {
  const say = (message: string) =>
    log.warn({ error: message.slice(0, MAX_ERROR_CHARS) }, 'traces could not be sent');
  const nothing = () => {};
  diag.setLogger(
    { error: say, warn: say, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: TIMEOUT_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  return {
    tracer: provider.getTracer('mandate'),
    async close() {
      await Promise.race([provider.shutdown().catch(nothing), delay(TIMEOUT_MS, null, { ref: false })]);
    },
  };
}
