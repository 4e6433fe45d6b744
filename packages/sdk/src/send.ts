/** One question over HTTP, asked again where that can help. */
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

/** The first wait is up to this long, each further one up to twice as long. */
const FIRST_WAIT_MS = 400;
/** Whoever is told to come back later than this is not kept waiting: the error says when. */
const MAX_WAIT_MS = 15_000;
/** What is limited without a key. v1 knows none. */
const TAKES_KEYS = /^\/(?:registry\/v2|resolve|batch|changes|snapshots)\b/;
/** Too many requests, or nobody there who could answer, for now. */
const PASSING = [429, 502, 503, 504];

/** What is sent, and what is wanted. */
export interface ApiRequest {
  readonly path: string;
  readonly signal?: AbortSignal | undefined;
  /** JSON. With it, it is a POST. */
  readonly body?: string | undefined;
  /** Of the answer. JSON unless told. */
  readonly type?: string;
  /** Whether the answer is to be read as it comes: then `timeoutMs` is for its beginning. */
  readonly isStream?: boolean;
}

/** Answers of status 200 and of the type that is wanted. Everything else is thrown. */
export async function send(settings: Settings, request: ApiRequest): Promise<StreamedReply> {
  for (let attempt = 0; ; attempt++) {
    request.signal?.throwIfAborted();
    try {
      return await sendOnce(settings, request);
    } catch (error) {
      const waitMs = findWait(error, attempt);
      if (attempt >= settings.retries || waitMs === null) throw error;
      await wait(waitMs, request.signal);
    }
  }
}

/** How long to wait before asking again. Null: asking again would not help, or not soon. */
function findWait(error: unknown, attempt: number): number | null {
  if (!isPassing(error) || (error.retryAfterMs ?? 0) > MAX_WAIT_MS) return null;
  return Math.min(backOff(error, attempt), MAX_WAIT_MS + FIRST_WAIT_MS);
}

/** Whether it may be over soon. */
export function isPassing(error: unknown): error is MandateError {
  if (!(error instanceof MandateError)) return false;
  const { code, status } = error;
  return code === 'network_error' || code === 'timeout' || PASSING.includes(status ?? 0);
}

/** Random, so that those who were refused together don't come back together. */
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

function sendOnce(settings: Settings, request: ApiRequest): Promise<StreamedReply> {
  return endWith((ended) => exchange(settings, request, ended), settings, request.signal);
}

/** Ends with the signal, or when it takes too long. */
export async function endWith<T>(
  run: (ended: AbortSignal) => Promise<T>,
  { baseUrl, timeoutMs }: Pick<Settings, 'baseUrl' | 'timeoutMs'>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const controller = new AbortController();
  let cleanUp = () => {};
  // Raced against, since a fetch of your own may not heed its signal.
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
  { path, body, type: wanted = 'application/json', isStream = false }: ApiRequest,
  signal: AbortSignal,
): Promise<StreamedReply> {
  const { baseUrl, apiKey } = settings;
  // Called as a plain function: some runtimes refuse it as a method of something else.
  const fetch = settings.fetch ?? globalThis.fetch;
  const url = baseUrl + path;
  let reply: StreamedReply;
  try {
    const response = await fetch(url, {
      headers: {
        ...(apiKey && TAKES_KEYS.test(path) && { 'x-api-key': apiKey }),
        ...(body && { 'content-type': 'application/json' }),
        ...(isStream && { accept: wanted }),
      },
      // To follow a redirect would show the key to wherever it leads.
      redirect: 'manual',
      signal,
      ...(body && { method: 'POST', body }),
    });
    const { status, headers } = response;
    const stream = isStream && status === 200 ? response.body : null;
    reply = { url, status, headers, body: stream ? '' : await response.text(), stream };
  } catch (cause) {
    throw brokeOff(baseUrl, cause);
  }
  if (reply.status !== 200) throw createProblemError(reply, baseUrl);
  const type = reply.headers.get('content-type');
  if (type?.split(';', 1)[0] !== wanted || isStream !== Boolean(reply.stream)) {
    await reply.stream?.cancel();
    throw unexpectedAnswer(reply, `"${type}" instead of ${wanted}`);
  }
  return reply;
}

export function brokeOff(baseUrl: string, cause: unknown): ConnectionError {
  const detail = `${baseUrl} can not be reached, or broke off: ${reasonOf(cause)}.`;
  return new ConnectionError({ code: 'network_error', detail, cause });
}

/** Node hides the reason in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = (error ?? {}) as {
    message?: string;
    cause?: { code?: string; message?: string };
  };
  return cause?.code ?? cause?.message ?? message ?? String(error);
}
