/** One question over HTTP, asked again where that can help. */
import { ConnectionError, MandateError } from './errors.ts';
import { createProblemError } from './problem.ts';
import { type Reply, unexpectedAnswer } from './reply.ts';

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
const MOST_WAIT_MS = 15_000;
/** Too many requests, or nobody there who could answer, for now. */
const PASSING = [429, 502, 503, 504];

/** Answers of status 200 that are JSON. Everything else is thrown. */
export async function send(settings: Settings, path: string, signal?: AbortSignal): Promise<Reply> {
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted();
    try {
      return await sendOnce(settings, path, signal);
    } catch (error) {
      const waitMs = findWait(error, attempt);
      if (attempt >= settings.retries || waitMs === null) throw error;
      await wait(waitMs, signal);
    }
  }
}

/** How long to wait before asking again. Null: asking again would not help, or not soon. */
function findWait(error: unknown, attempt: number): number | null {
  if (!(error instanceof MandateError)) return null;
  const { code, status, retryAfterMs } = error;
  if (code !== 'network_error' && code !== 'timeout' && !PASSING.includes(status ?? 0)) return null;
  // Random, so that those who were refused together don't come back together.
  const backoffMs = FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2);
  const waitMs = retryAfterMs === null ? backoffMs : retryAfterMs + Math.random() * FIRST_WAIT_MS;
  return (retryAfterMs ?? 0) > MOST_WAIT_MS ? null : Math.min(waitMs, MOST_WAIT_MS + FIRST_WAIT_MS);
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
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

async function sendOnce(settings: Settings, path: string, signal: AbortSignal | undefined): Promise<Reply> {
  const { baseUrl, timeoutMs } = settings;
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
    return await Promise.race([exchange(settings, path, controller.signal), ended]);
  } finally {
    cleanUp();
  }
}

async function exchange(settings: Settings, path: string, signal: AbortSignal): Promise<Reply> {
  const { baseUrl, apiKey } = settings;
  // Called as a plain function: some runtimes refuse it as a method of something else.
  const fetch = settings.fetch ?? globalThis.fetch;
  const url = baseUrl + path;
  let reply: Reply;
  try {
    const response = await fetch(url, {
      headers: apiKey && path.startsWith('/registry/v2/') ? { 'x-api-key': apiKey } : {},
      // To follow a redirect would show the key to wherever it leads.
      redirect: 'manual',
      signal,
    });
    reply = { url, status: response.status, headers: response.headers, body: await response.text() };
  } catch (cause) {
    const detail = `${baseUrl} can not be reached, or broke off: ${reasonOf(cause)}.`;
    throw new ConnectionError({ code: 'network_error', detail, cause });
  }
  if (reply.status !== 200) throw createProblemError(reply, baseUrl);
  const type = reply.headers.get('content-type');
  if (!type?.startsWith('application/json')) throw unexpectedAnswer(reply, `"${type}" instead of JSON`);
  return reply;
}

/** Node hides the reason in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = (error ?? {}) as {
    message?: string;
    cause?: { code?: string; message?: string };
  };
  return cause?.code ?? cause?.message ?? message ?? String(error);
}
