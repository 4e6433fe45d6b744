/** The HTTP server: its limits, and the one place that turns an error into an answer. */

import { randomUUID } from 'node:crypto';
import { type IncomingMessage, METHODS } from 'node:http';
import type { Socket } from 'node:net';
import { messageOf } from '@mandate/core';
import { UnavailableError } from '@mandate/store';
import fastify, {
  type ConnectionError,
  type FastifyContextConfig,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { addCompression } from './compression.ts';
import { addHeaders, addPreflight } from './headers.ts';
import { addNotFound, notFound } from './not-found.ts';
import { describeProblem, ProblemError } from './problems.ts';
import { destroyLater, hasUnreadBody, lingerAfterAnswer } from './unread-body.ts';

const MAX_URL_BYTES = 2_048;
const MAX_HEADER_BYTES = 8_192;
const HEADERS_TOO_LARGE = `The headers have more than ${MAX_HEADER_BYTES} bytes. Send fewer headers.`;
/** The parser also counts the method and the HTTP version. */
const REQUEST_LINE_BYTES = 64;
/** Unless a route takes more. */
const MAX_BODY_BYTES = 16 * 1024;
const REQUEST_TIMEOUT_MS = 10_000;
const TIMEOUT_CHECK_MS = 1_000;
/** A client that takes nothing of a streamed list for this long is cut off. */
const IDLE_TIMEOUT_MS = 30_000;
/** Longer than a balancer keeps a connection: it must be the one to close it. */
const KEEP_ALIVE_MS = 75_000;
const HOST = 'host';
const REQUEST_ID = /^[\w.:-]{1,64}$/;

declare module 'fastify' {
  interface FastifyInstance {
    /** Call it after all routes were added: other methods of their paths get a 405. */
    refuseOtherMethods(): void;
  }
  interface FastifyRequest {
    /** The config of its route. Fastify's `routeOptions` makes a new object each time that it is read. */
    config: FastifyContextConfig;
  }
  interface FastifyContextConfig {
    /** The operation of the interface, for logs and metrics. */
    operation?: string;
    /** Lists are refused before checks when the process is overloaded. */
    weight?: 'list' | 'check' | undefined;
  }
}

interface Route {
  readonly methods: readonly string[];
  readonly cors: FastifyContextConfig['cors'];
  readonly isOperation: boolean;
}

interface ServerOptions {
  readonly publicUrl?: string;
  /** The headers that pages of other origins may read. */
  readonly exposedHeaders?: readonly string[];
  /** The headers about the client that asks: an answer that is kept for everybody has none of them. */
  readonly clientHeaders?: readonly string[];
}

function refuseSchema(): never {
  throw new Error('A route has a schema: parameters are parsed by zod instead.');
}

export function createServer(
  log: Logger,
  { publicUrl = '', exposedHeaders = [], clientHeaders = [] }: ServerOptions = {},
): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // One line is written at the end of a request, so a request needs no logger of its own.
    childLoggerFactory: (logger) => logger,
    genReqId: ({ headers: { 'x-request-id': given } }) =>
      typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID(),
    bodyLimit: MAX_BODY_BYTES,
    // No route has a schema of Fastify's: its compilers, which take a tenth of a start to load, are left out.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    routerOptions: { maxParamLength: MAX_URL_BYTES, ignoreTrailingSlash: true },
    http: {
      maxHeaderSize: MAX_URL_BYTES + MAX_HEADER_BYTES + REQUEST_LINE_BYTES,
      // Node's own refusal has no body: ours says what is missing.
      requireHostHeader: false,
      // Node's default is to look for late requests every 30 seconds.
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // Node's default timeout for headers is a minute. It applies the longer of both timeouts to the whole request.
      headersTimeout: REQUEST_TIMEOUT_MS,
    },
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: IDLE_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Requests in progress are finished, and those that still come over open connections are answered.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => sendProblem(request, reply, problemOf(error, request)),
    clientErrorHandler: refuseConnection,
  }) as unknown as FastifyInstance;

  function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: ProblemError) {
    const instance = (request.url.split('?', 1)[0] ?? '').slice(0, MAX_URL_BYTES);
    const { id: requestId } = request;
    const { status, headers, body } = describeProblem(problem, { publicUrl, instance, requestId });
    reply.code(status).headers(headers);
    if (request.routeOptions.config.cors === false) reply.removeHeader('access-control-allow-origin');
    if (hasUnreadBody(request.raw)) {
      reply.header('connection', 'close');
      lingerAfterAnswer(request.raw.socket);
    }
    return reply.send(body);
  }

  function refuseConnection(error: ConnectionError, socket: Socket): void {
    if (error.code === 'ECONNRESET') return void socket.destroy();
    // The client has its answer and still sends. Closing now could take the answer away before it is read.
    if (!socket.writable) return;
    const requestId = randomUUID();
    const problem = connectionProblem(error);
    const { status, headers, body } = describeProblem(problem, { publicUrl, instance: '/', requestId });
    log.warn({ requestId, status, code: problem.code, reason: error.code }, 'refused');
    const head = { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
    destroyLater(socket);
    socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  }

  // An `Expect` header that we do not know changes nothing: the request is answered as usual.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));

  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }

  app.decorateRequest('config');
  // Called back rather than awaited, as every hook that checks pass: a promise costs more than what they do.
  app.addHook('onRequest', function readTarget(request, _reply, done) {
    request.config = request.routeOptions.config;
    const { method, url, raw } = request;
    // `OPTIONS *` asks about the server as a whole, and the router would take it for the first page.
    const flaw =
      findFlaw(url, raw) ?? (method === 'OPTIONS' && url.startsWith('*') ? notFound(url, []) : undefined);
    // The parser gets to see the body first: a request whose body is not HTTP is refused, whatever it asks.
    if (!flaw && hasUnreadBody(raw)) queueMicrotask(done);
    else done(flaw);
  });
  addHeaders(app, exposedHeaders, clientHeaders);
  addCompression(app);

  const routes = new Map<string, Route>();
  app.addHook('onRoute', ({ method, url, config }) => {
    const known = routes.get(url);
    const methods = [...(known?.methods ?? []), method].flat();
    const isOperation = known?.isOperation || config?.operation !== undefined;
    routes.set(url, { methods, cors: config?.cors, isOperation });
  });
  app.decorate('refuseOtherMethods', () => {
    for (const [url, { methods, cors }] of [...routes]) {
      refuse(url, new Set(['OPTIONS', ...methods]), cors);
      if (!answersOptions(url)) addPreflight(app, url, cors);
    }
  });

  /** Tells whether the path, or a folder that it is in, has a route for OPTIONS. */
  function answersOptions(url: string): boolean {
    const folders = url.split('/').map((_, depth, names) => [...names.slice(0, depth), '*'].join('/'));
    return [url, ...folders.slice(1)].some((each) => routes.get(each)?.methods.includes('OPTIONS'));
  }

  function refuse(url: string, known: ReadonlySet<string>, cors: FastifyContextConfig['cors']): void {
    const unknown = app.supportedMethods.filter((name) => !known.has(name));
    if (unknown.length === 0) return;
    const allow = [...known].toSorted().join(', ');
    const config = cors === false ? { cors } : {};
    const onRequest = async ({ method }: FastifyRequest, reply: FastifyReply) => {
      reply.header('allow', allow);
      const detail = `This path does not take ${method}. The Allow header lists the methods that it takes.`;
      throw new ProblemError('method_not_allowed', detail);
    };
    app.route({ method: unknown, url, config, onRequest, handler: () => {} });
  }

  addNotFound(app, () => [...routes].flatMap(([url, { isOperation }]) => (isOperation ? [url] : [])));

  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error, request);
    const { id: requestId } = request;
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    if (problem.code === 'internal_error') log.error({ err: error, requestId }, 'failed');
    else if (problem !== error) log.warn({ error: messageOf(cause), requestId }, problem.code);
    return sendProblem(request, reply, problem);
  });

  return app;
}

/** Finds what is wrong with a request before its parameters and body are read. */
function findFlaw(url: string, raw: IncomingMessage): ProblemError | undefined {
  if (url.length > MAX_URL_BYTES) {
    const detail = `The URL has ${url.length} bytes; the maximum is ${MAX_URL_BYTES}. Send fewer parameters.`;
    return new ProblemError('uri_too_long', detail);
  }
  let [bytes, hosts, isName] = [0, 0, false];
  for (const text of raw.rawHeaders) {
    bytes += text.length + 2;
    isName = !isName;
    if (isName && text.length === HOST.length && text.toLowerCase() === HOST) hosts++;
  }
  if (bytes > MAX_HEADER_BYTES) return new ProblemError('headers_too_large', HEADERS_TOO_LARGE);
  // A proxy that uses one and a service that uses the other would treat the request as for two different sites.
  if (hosts > 1)
    return new ProblemError('malformed_request', 'The header Host was sent more than once. Send it once.');
  return raw.httpVersion !== '1.0' && raw.headers.host === undefined
    ? new ProblemError('malformed_request', 'The header Host is missing. Send it.')
    : undefined;
}

/** Reveals nothing internal: an unexpected error becomes `internal_error`. */
function problemOf(error: unknown, { routeOptions }: FastifyRequest): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof UnavailableError)
    return new ProblemError('database_unavailable', 'The database does not answer. Try again shortly.');
  const { statusCode: status, code } = (error ?? {}) as { statusCode?: unknown; code?: unknown };
  if (typeof code === 'string' && code.startsWith('FST_ERR_CTP_')) {
    const form = `JSON of at most ${Math.floor(routeOptions.bodyLimit / 1024)} KiB`;
    return new ProblemError(
      'malformed_request',
      `The body must be ${form}, with Content-Type: application/json.`,
    );
  }
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new ProblemError('malformed_request', 'The path cannot be decoded. Check its percent-encoding.');
  return new ProblemError('internal_error', 'Internal error. The request id is in the log.');
}

/** Describes why bytes are not a request. */
function connectionProblem(error: ConnectionError): ProblemError {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const detail = 'The request was not complete in time. Send it again, all at once.';
    return new ProblemError('request_timeout', detail);
  }
  if (error.code !== 'HPE_HEADER_OVERFLOW')
    return new ProblemError('malformed_request', 'The request is not valid HTTP. Send HTTP/1.1.');
  const { rawPacket } = error as unknown as { rawPacket?: Buffer };
  if (!isOfUrl(rawPacket?.toString('latin1') ?? ''))
    return new ProblemError('headers_too_large', HEADERS_TOO_LARGE);
  const detail = `The URL has more than ${MAX_URL_BYTES} bytes. Send fewer parameters.`;
  return new ProblemError('uri_too_long', detail);
}

/**
 * The parser counts the first line and the headers together. A packet that begins a request shows which was too
 * much; of a later one it is known only whether a line ends in it, which the first does not.
 */
function isOfUrl(packet: string): boolean {
  const url = /^[A-Z-]+ (\S*)/.exec(packet)?.[1];
  return url === undefined ? !packet.includes('\n') : url.length > MAX_URL_BYTES;
}
