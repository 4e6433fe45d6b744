/** Sends one request over HTTP and retries it where that can help. */
import { ConnectionError, MandateError } from './errors.ts';
import { createProblemError } from './problem.ts';
import { type StreamedReply, unexpectedAnswer } from './reply.ts';

export interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly retries: number;
  readonly timeoutMs: number;
  readonly fetch: typeof globalThis.fetch | undefined;
}

/** The longest first wait. Each further wait may be twice as long. */
const FIRST_WAIT_MS = 400;
/** The longest wait. When the service asks for more, the error is thrown at once with the time in it. */
const MAX_WAIT_MS = 15_000;
/** The operations whose rate limit no key lifts. */
const TAKES_NO_KEY = /^\/(?:registry\/v1|status|networks)\b/;
/** Statuses that may change soon: rate limits and unavailable servers. */
const PASSING = [429, 502, 503, 504];

export interface ApiRequest {
  readonly path: string;
  readonly signal?: AbortSignal | undefined;
  /** A JSON body. With it, the request is a POST. */
  readonly body?: string | undefined;
  /** The tag of the answer that the caller has. With it, a 304 is returned, too. */
  readonly tag?: string | undefined;
  /**
   * The type of a stream, which is returned before its body is complete: `timeoutMs` then limits only the wait
   * for its beginning. Without it, the answer is JSON, and whole.
   */
  readonly stream?: string;
}

/** Returns answers with status 200 and the expected type. Throws on everything else. */
export async function send(settings: Settings, request: ApiRequest): Promise<StreamedReply> {
  for (let attempt = 0; ; attempt++) {
    request.signal?.throwIfAborted();
    try {
      return await endWith((ended) => exchange(settings, request, ended), settings, request.signal);
    } catch (error) {
      const waitMs = findWait(error, attempt);
      if (attempt >= settings.retries || waitMs === null) throw error;
      await wait(waitMs, request.signal);
    }
  }
}

/** Returns how long to wait before a retry, or null when a retry would not help, or not soon enough. */
function findWait(error: unknown, attempt: number): number | null {
  if (!isPassing(error) || (error.retryAfterMs ?? 0) > MAX_WAIT_MS) return null;
  return Math.min(backOff(error, attempt), MAX_WAIT_MS + FIRST_WAIT_MS);
}

/** Returns true for errors that may go away soon. */
export function isPassing(error: unknown): error is MandateError {
  if (!(error instanceof MandateError)) return false;
  const { code, status } = error;
  return code === 'network_error' || code === 'timeout' || PASSING.includes(status ?? 0);
}

/** Adds randomness, so that clients rejected together do not return together. */
export function backOff(error: MandateError, attempt: number): number {
  const { retryAfterMs } = error;
  if (retryAfterMs !== null) return retryAfterMs + Math.random() * FIRST_WAIT_MS;
  return Math.min(FIRST_WAIT_MS * 2 ** attempt, MAX_WAIT_MS) * (0.5 + Math.random() / 2);
}

export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}

/** Rejects when the signal aborts or the time is up. */
export async function endWith<T>(
  run: (ended: AbortSignal) => Promise<T>,
  { baseUrl, timeoutMs }: Pick<Settings, 'baseUrl' | 'timeoutMs'>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const controller = new AbortController();
  let cleanUp = () => {};
  // A race, because a caller's own `fetch` may ignore its signal.
  const ended = new Promise<never>((_, reject) => {
    const end = (reason: unknown) => {
      reject(reason);
      controller.abort(reason);
    };
    const onAbort = () => end(signal?.reason);
    const timer = setTimeout(() => {
      const detail = `${baseUrl} did not answer within ${timeoutMs} ms.`;
      end(new ConnectionError({ code: 'timeout', detail }));
    }, timeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    cleanUp = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
  });
  try {
    return await Promise.race([run(controller.signal), ended]);
  } finally {
    cleanUp();
  }
}

async function exchange(
  settings: Settings,
  { path, body, tag, stream: streamType = '' }: ApiRequest,
  signal: AbortSignal,
): Promise<StreamedReply> {
  const { baseUrl, apiKey } = settings;
  // Called as a plain function: some runtimes reject it as a method of another object.
  const fetch = settings.fetch ?? globalThis.fetch;
  const url = baseUrl + path;
  const accept = streamType || 'application/json';
  let reply: StreamedReply;
  try {
    const response = await fetch(url, {
      headers: {
        accept,
        ...(apiKey && !TAKES_NO_KEY.test(path) && { 'x-api-key': apiKey }),
        ...(body && { 'content-type': 'application/json' }),
        ...(tag && { 'if-none-match': tag }),
      },
      // Following a redirect would send the key to another place.
      redirect: 'manual',
      signal,
      ...(body && { method: 'POST', body }),
    });
    const { status, headers } = response;
    const stream = streamType && status === 200 ? response.body : null;
    reply = { url, status, headers, body: stream ? '' : await response.text(), stream };
  } catch (cause) {
    throw brokeOff(baseUrl, cause);
  }
  if (reply.status === 304 && tag) return reply;
  if (reply.status !== 200) throw createProblemError(reply, baseUrl);
  const type = reply.headers.get('content-type');
  if (type?.split(';', 1)[0] !== accept || !streamType !== !reply.stream) {
    await reply.stream?.cancel();
    throw unexpectedAnswer(reply, `"${type}" instead of ${accept}`);
  }
  return reply;
}

export function brokeOff(baseUrl: string, cause: unknown): ConnectionError {
  const detail = `${baseUrl} cannot be reached or broke the connection: ${reasonOf(cause)}.`;
  return new ConnectionError({ code: 'network_error', detail, cause });
}

/** Node puts the actual reason into `cause`. */
function reasonOf(error: unknown): string {
  const { message, cause } = (error ?? {}) as {
    message?: string;
    cause?: { code?: string; message?: string };
  };
  return cause?.code ?? cause?.message ?? message ?? String(error);
}
