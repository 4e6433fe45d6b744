import type { ParameterError } from './errors.ts';
import type { Reply, StreamedReply } from './reply.ts';
import { type Settings, send } from './send.ts';
import { assertNone } from './validate.ts';

export interface ClientOptions {
  /**
   * The URL of the service, e.g. `https://mandate.example`. In a browser, a path on the page's own origin
   * works too.
   */
  readonly baseUrl: string;
  /**
   * Lifts the rate limit of all operations except v1's. Keep it secret: use it on servers, never in a page.
   */
  readonly apiKey?: string | undefined;
  /** Number of retries after 429, 502, 503, 504 or a network error. Default: 3. */
  readonly retries?: number | undefined;
  /** The time limit of one attempt in milliseconds, including its body. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /**
   * Keeps the last answers of lists and `resolve`, and asks only whether they still hold. Default: true.
   */
  readonly keepAnswers?: boolean | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** The service to ask and how. Holds no connection and needs no closing. */
export interface Client {
  readonly baseUrl: string;
  readonly retries: number;
  readonly timeoutMs: number;
  readonly keepAnswers: boolean;
  /**
   * Sends a GET, or a POST if there is a body, and returns a 200 with JSON, or a 304 if the answer still has
   * this tag. Throws on everything else.
   */
  send(path: string, signal?: AbortSignal, body?: string, tag?: string): Promise<Reply>;
  /** Sends a GET and returns a 200 of this type as soon as its body begins. Throws on everything else. */
  open(path: string, type: string, signal?: AbortSignal): Promise<StreamedReply>;
}

/**
 * Creates the client that every function takes as its first argument.
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
  keepAnswers = true,
  fetch,
}: ClientOptions): Client {
  const url = findUrl(baseUrl);
  const errors: ParameterError[] = [];
  const refuse = (parameter: string, message: string) => errors.push({ parameter, message });
  if (url === null) refuse('baseUrl', 'must be an http or https URL, without a query.');
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    refuse('apiKey', 'must be one line without spaces. Check for a line break at its end.');
  }
  if (!Number.isSafeInteger(retries) || retries < 0) refuse('retries', 'must be a whole number, 0 or more.');
  // Node fires longer timers immediately.
  if (!(timeoutMs > 0 && timeoutMs < 2 ** 31)) refuse('timeoutMs', 'must be above 0 and below 2^31.');
  assertNone(errors);
  const settings: Settings = { baseUrl: url ?? '', apiKey, retries, timeoutMs, fetch };
  // A closure holds the key, so that logging a client does not reveal it.
  return {
    baseUrl: settings.baseUrl,
    retries,
    timeoutMs,
    keepAnswers,
    send: (path, signal, body, tag) => send(settings, { path, signal, body, tag }),
    open: (path, stream, signal) => send(settings, { path, signal, stream }),
  };
}

/** Removes trailing slashes. Returns null for an invalid URL. */
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
