import type { ParameterError } from './errors.ts';
import type { Reply, StreamedReply } from './reply.ts';
import { type Settings, send } from './send.ts';
import { assertNone } from './validate.ts';

export interface ClientOptions {
  /** Where the service is, as `https://mandate.example`. In a browser a path of the page's own site will do. */
  readonly baseUrl: string;
  /** Removes the limit of requests, but of v1. A secret: on servers only, never in a page. */
  readonly apiKey?: string | undefined;
  /** How often a request is sent again after 429, 502, 503, 504 or no answer. 3 unless told. */
  readonly retries?: number | undefined;
  /** How long one attempt may take, with its body. 10,000 unless told. */
  readonly timeoutMs?: number | undefined;
  /** Used in place of the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Where to ask, and how. It holds no connection and needs no closing. */
export interface Client {
  readonly baseUrl: string;
  readonly retries: number;
  readonly timeoutMs: number;
  /** Sends a GET, or a POST of JSON, and gives back a 200 with JSON, unread. Everything else is thrown. */
  send(path: string, signal?: AbortSignal, body?: string): Promise<Reply>;
  /** Sends a GET and gives back a 200 of this type as soon as it begins. Everything else is thrown. */
  open(path: string, type: string, signal?: AbortSignal): Promise<StreamedReply>;
}

/**
 * Says which service the functions ask.
 *
 * @example
 * import { createClient, getNetworks } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { networks } = await getNetworks(client);
 * console.log(networks[0].chainId); // 1
 */
export function createClient({
  baseUrl,
  apiKey,
  retries = 3,
  timeoutMs = 10_000,
  fetch,
}: ClientOptions): Client {
  const url = findUrl(baseUrl);
  const errors: ParameterError[] = [];
  const refuse = (parameter: string, message: string) => errors.push({ parameter, message });
  if (url === null) refuse('baseUrl', 'must be an http or https URL, without a query.');
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    refuse('apiKey', 'must be a key in one line, without spaces: is a line end left at its end?');
  }
  if (!Number.isSafeInteger(retries) || retries < 0) refuse('retries', 'must be a whole number, 0 or more.');
  // Longer timers end at once.
  if (!(timeoutMs > 0 && timeoutMs < 2 ** 31)) refuse('timeoutMs', 'must be above 0 and below 2^31.');
  assertNone(errors);
  const settings: Settings = { baseUrl: url ?? '', apiKey, retries, timeoutMs, fetch };
  // The key stays in here: a client that is logged does not show it.
  return {
    baseUrl: settings.baseUrl,
    retries,
    timeoutMs,
    send: (path, signal, body) => send(settings, { path, signal, body }),
    open: (path, type, signal) => send(settings, { path, signal, type, isStream: true }),
  };
}

/** Without slashes at its end. Null: nothing that can be asked. */
function findUrl(text: string): string | null {
  const { location } = globalThis as { location?: { origin: string } };
  try {
    const { protocol, origin, pathname, search, hash, username } = new URL(text, location?.origin);
    if (!/^https?:$/.test(protocol) || search || hash || username) return null;
    return (origin + pathname).replace(/\/+$/, '');
  } catch {
    return null;
  }
}
