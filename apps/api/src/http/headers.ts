/** The headers that every answer carries. They are constants: they are built once, when the server is made. */
import type { FastifyContextConfig, FastifyInstance, FastifyReply } from 'fastify';
import { chooseEncoding, compress, MIN_COMPRESSED_BYTES, VARY } from './compression.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Caches keep the answer for everybody: nothing in it is about the client. */
    isImmutable: boolean;
    /** The block that the answer is about, for the log and for traces. */
    block: number | null;
    /** Sends an answer in one write. `headers` are names and values in turns. */
    sendJson(body: string, headers: readonly string[]): void;
    /** Tells a client that the answer that it has still holds. */
    sendUnchanged(headers: readonly string[]): void;
  }
  interface FastifyContextConfig {
    /** `false` if pages of other origins may not read it. Otherwise what they may send, where that is more than GET. */
    cors?: false | Cors;
    /** `true` if its content security policy lists the pages that may frame it. Otherwise none may. */
    isFramed?: true;
  }
}

type Cors = Readonly<Record<'methods' | 'allowedHeaders', readonly string[]>>;

const FRAME_OPTIONS = 'x-frame-options';
const SECURITY = {
  'cross-origin-opener-policy': 'same-origin',
  // Anyone may read what is said here, from any page.
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  [FRAME_OPTIONS]: 'SAMEORIGIN',
  'cache-control': 'no-store',
  // Data is never a page; the few pages say otherwise for themselves.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};
const JSON_TYPE = 'application/json; charset=utf-8';
const PREFLIGHT: Cors = {
  methods: ['GET', 'HEAD'],
  allowedHeaders: ['X-API-KEY', 'X-Request-Id', 'Last-Event-ID', 'If-None-Match'],
};
const IMMUTABLE = 'public, max-age=31536000, immutable';
const PREFLIGHT_SECONDS = 86_400;

/** Adds them to every answer, unless it has its own. `ofClient` are headers about the client that asks. */
export function addHeaders(
  app: FastifyInstance,
  exposed: readonly string[],
  ofClient: readonly string[],
): void {
  const shared = { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed.join(', ') };
  const ofEverybody = Object.entries({ ...SECURITY, ...shared });
  const ofOwnPages = Object.entries(SECURITY);
  // The header cannot list origins, and would forbid what the policy allows.
  const ofFramedPages = ofOwnPages.filter(([name]) => name !== FRAME_OPTIONS);
  const ofJson = [...ofEverybody.flat(), 'content-type', JSON_TYPE];
  const ofUnchanged = [...ofEverybody.flat(), 'vary', VARY];

  app.decorateReply('isImmutable', false);
  app.decorateReply('block', null);
  app.decorateReply('sendJson', function (this: FastifyReply, body: string, headers: readonly string[]) {
    const all = prepare(this, ofJson, headers);
    if (body.length < MIN_COMPRESSED_BYTES) sendBody(this.raw, all, body);
    else sendLongBody(this, all, body);
  });
  app.decorateReply('sendUnchanged', function (this: FastifyReply, headers: readonly string[]) {
    this.raw.writeHead(304, prepare(this, ofUnchanged, headers)).end();
  });
  const listOf = ({ cors, isFramed }: FastifyContextConfig) =>
    isFramed ? ofFramedPages : cors === false ? ofOwnPages : ofEverybody;
  app.addHook('onSend', function addHeaders(request, reply, payload, done) {
    for (const [name, value] of listOf(request.routeOptions.config))
      if (!reply.hasHeader(name)) reply.header(name, value);
    if (reply.isImmutable) for (const name of ofClient) reply.removeHeader(name);
    else reply.header('x-request-id', request.id);
    done(null, payload);
  });
}

/** Takes the answer out of Fastify's hands. Returns all of its headers, as names and values in turns. */
function prepare(reply: FastifyReply, constant: readonly string[], own: readonly string[]): string[] {
  const all = constant.concat(own, 'x-request-id', reply.request.id);
  const early = reply.getHeaders();
  for (const name in early) all.push(name, String(early[name]));
  reply.hijack();
  return all;
}

function sendBody(raw: FastifyReply['raw'], headers: string[], body: string | Buffer): void {
  const bytes = Buffer.byteLength(body);
  headers.push('content-length', String(bytes));
  raw.writeHead(200, headers);
  // Nearly all answers are ASCII, which is written faster.
  raw.end(raw.req.method === 'HEAD' ? '' : body, bytes === body.length ? 'latin1' : 'utf8');
}

function sendLongBody({ request, raw }: FastifyReply, headers: string[], body: string): void {
  headers.push('vary', VARY);
  const encoding = chooseEncoding(request);
  if (!encoding) return void sendBody(raw, headers, body);
  headers.push('content-encoding', encoding);
  compress(Buffer.from(body), encoding, (error, compressed) =>
    error ? raw.destroy(error) : sendBody(raw, headers, compressed),
  );
}

/** Tells pages of other origins what they may send to a path, before a body is read. */
export function addPreflight(app: FastifyInstance, url: string, cors: FastifyContextConfig['cors']): void {
  const { methods, allowedHeaders } = cors || PREFLIGHT;
  const headers = {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': allowedHeaders.join(', '),
    'access-control-max-age': PREFLIGHT_SECONDS,
    'content-length': 0,
  };
  app.options(url, {
    onRequest: async (_, reply) => reply.code(204).headers(headers).send(),
    handler: () => {},
  });
}

/** Marks an answer that caches give to everybody for a year. It is sent without the headers about the client. */
export function markImmutable(reply: FastifyReply): void {
  reply.header('cache-control', IMMUTABLE);
  reply.isImmutable = true;
}
