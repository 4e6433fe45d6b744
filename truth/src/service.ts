/** The service as clients see it: over HTTP only. */
import { setTimeout as delay } from 'node:timers/promises';

/** Requests in parallel. More would only queue. */
const LANES = 24;
/** The time limit for retries of an overloaded service. */
const RETRY_TIMEOUT_MS = 60_000;
const PAUSE_MS = 250;

export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers: Headers;
}

type Fields = Readonly<Record<string, string>>;

export interface Service {
  get(path: string, query: Fields, headers?: Fields): Promise<Reply>;
  post(path: string, body: unknown): Promise<Reply>;
}

/** `identify` returns the headers that identify the client, for each request. */
export function createService(url: string, identify: () => Record<string, string> = () => ({})): Service {
  const take = createLanes(LANES);
  const ask = (target: string, init: RequestInit = {}): Promise<Reply> =>
    take(async () => {
      const timeout = AbortSignal.timeout(RETRY_TIMEOUT_MS);
      for (;;) {
        const response = await fetch(url + target, { ...init, headers: { ...init.headers, ...identify() } });
        const { status, headers } = response;
        const body = await response.text();
        if (!isRefused(status, body) || timeout.aborted) return { status, headers, body };
        await delay(PAUSE_MS);
      }
    });
  return {
    get: (path, query, headers = {}) => ask(`${path}?${new URLSearchParams(query)}`, { headers }),
    post: (path, body) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

function isRefused(status: number, body: string): boolean {
  return status === 503 && (JSON.parse(body) as { code?: unknown }).code === 'overloaded';
}

/** Limits how many calls run in parallel. */
function createLanes(lanes: number) {
  let free = lanes;
  const waiting: (() => void)[] = [];
  return async <T>(call: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await call();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
