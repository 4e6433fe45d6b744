/**
 * Traces by OpenTelemetry: a span for each request, and one for each statement it waits for. Loaded only where they are asked
 * for. Spans carry no URL, header or value of a statement, so that no key can be among them.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '@mandate/store';
import { startExport, type TracingSettings } from '@mandate/tracing';
import {
  type Attributes,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** Paths that monitors ask all the time. */
const UNTRACED = new Set(['/health']);
/** A client may name its request after its key. */
const KEY = /mdt[_%]/i;

export type Tracing = ReturnType<typeof startTracing>;

export function startTracing(settings: TracingSettings, log: Logger) {
  const { tracer, close } = startExport('mandate-api', settings, log);
  const propagator = new W3CTraceContextPropagator();
  const active = new AsyncLocalStorage<Span>();
  const spans = new WeakMap<FastifyRequest, Span>();

  function begin(request: FastifyRequest): Span {
    const { url: route, config } = request.routeOptions;
    const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
    const attributes: Attributes = { 'http.request.method': request.method };
    if (route) attributes['http.route'] = route;
    if (config.operation) attributes['mandate.operation'] = config.operation;
    if (!KEY.test(request.id)) attributes['mandate.request_id'] = request.id;
    const name = route ? `${request.method} ${route}` : request.method;
    return tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
  }

  function end(span: Span, request: FastifyRequest, reply: FastifyReply): void {
    span.setAttribute('http.response.status_code', reply.statusCode);
    if (request.chainId) span.setAttribute('mandate.chain_id', request.chainId);
    if (reply.block !== null) span.setAttribute('mandate.block', reply.block);
    if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  }

  /** Checks share statements: one is shown with the request that it was begun for, as long as that waits for it. */
  function observePool(pool: string, database: Database): void {
    const query = database.query.bind(database) as (...given: unknown[]) => Promise<unknown>;
    const traced = async (...given: unknown[]) => {
      const request = active.getStore();
      if (!request?.isRecording()) return query(...given);
      const [statement] = given as [{ name?: string } | string];
      const name = (typeof statement === 'object' && statement.name) || 'statement';
      const attributes = { 'db.system.name': 'postgresql', 'mandate.pool': pool };
      const options = { kind: SpanKind.CLIENT, attributes };
      const span = tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, request));
      try {
        return await query(...given);
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    };
    database.query = traced as Database['query'];
  }

  return {
    /** Before any other hook is added, so that a span has all of a request. */
    observe(app: FastifyInstance, pools: Readonly<Record<string, Database>>): void {
      for (const [pool, database] of Object.entries(pools)) observePool(pool, database);
      app.addHook('onRequest', function beginTrace(request, _reply, done) {
        if (UNTRACED.has(request.routeOptions.url ?? '')) return done();
        const span = begin(request);
        spans.set(request, span);
        active.run(span, done);
      });
      app.addHook('onResponse', function endTrace(request, reply, done) {
        const span = spans.get(request);
        if (span) end(span, request, reply);
        done();
      });
    },
    close,
  };
}
