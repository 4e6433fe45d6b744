/**
 * OpenTelemetry traces: a span for each step that did something or failed. Imported only if tracing is configured.
 * Spans contain no node addresses, because these may contain keys.
 */

import { startExport, type TracingSettings } from '@mandate/tracing';
import { SpanStatusCode } from '@opentelemetry/api';
import type { Logger } from 'pino';
import type { Observer } from '../observer.ts';
import { errorKindOf } from './error-kinds.ts';

export interface Tracing extends Observer {
  close(): Promise<void>;
}

export function startTracing(settings: TracingSettings, log: Logger): Tracing {
  const { tracer, close } = startExport('mandate-indexer', settings, log);
  return {
    held: () => {},
    released: () => {},
    stepped({ chainId }, step, tookMs) {
      if (step.type === 'idle') return;
      const span = tracer.startSpan(step.type, {
        startTime: Date.now() - tookMs,
        attributes: { 'mandate.chain_id': chainId },
      });
      if (step.type === 'tainted') span.setStatus({ code: SpanStatusCode.ERROR });
      else span.setAttribute('mandate.block', step.block.number);
      if (step.type === 'rewound') span.setAttribute('mandate.depth', step.depth);
      if (step.type === 'advanced') {
        span.setAttribute('mandate.blocks', step.blocks);
        span.setAttribute('mandate.events', step.events);
      }
      span.end();
    },
    failed({ chainId }, error) {
      const attributes = { 'mandate.chain_id': chainId, 'error.type': errorKindOf(error) };
      const span = tracer.startSpan('failed', { attributes });
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    close,
  };
}
