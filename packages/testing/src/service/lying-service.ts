/** A proxy in front of the service that answers checks with lies. Everything else passes through, the site included. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { serve } from './serve.ts';

/** Asks the service with the method and the body of the request, at any path. */
type Ask = (path: URL) => Promise<Response>;

/** Answers a check or a batch instead of the service. */
export type Lie = (path: URL, ask: Ask) => Promise<Response>;

export interface LyingService {
  readonly url: string;
  /** `null` if it tells the truth. */
  lie: Lie | null;
  close(): Promise<void>;
}

const CHECK = /^\/(?:registry\/v[12]\/check\/|batch$)/;
/** Headers of one connection, and those that a changed body no longer matches. */
const OWN = ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding', 'etag'];

export async function startLyingService(honestUrl: string): Promise<LyingService> {
  const service: { lie: Lie | null } = { lie: null };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', honestUrl);
    const { method = 'GET', headers } = request;
    const init = method === 'POST' ? { body: await readText(request), headers: typeOf(headers) } : {};
    const ask: Ask = ({ pathname, search }) =>
      fetch(new URL(pathname + search, honestUrl), { method, ...init });
    const reply = await (service.lie && CHECK.test(path.pathname) ? service.lie(path, ask) : ask(path));
    for (const [name, value] of reply.headers) if (!OWN.includes(name)) response.setHeader(name, value);
    response.writeHead(reply.status).end(Buffer.from(await reply.arrayBuffer()));
  }

  const { url, close } = await serve(answer);
  return Object.assign(service, { url: url.replace('127.0.0.1', 'localhost'), close });
}

const typeOf = (headers: IncomingHttpHeaders) => ({ 'content-type': headers['content-type'] ?? '' });

/** Returns the path of another question: parameters that are null are removed. */
export function withParameters(path: URL, parameters: Readonly<Record<string, string | null>>): URL {
  const other = new URL(path);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) other.searchParams.delete(name);
    else other.searchParams.set(name, value);
  }
  return other;
}
