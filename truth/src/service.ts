/** The service as its clients see it: over HTTP, and nothing else. */
import { setTimeout as delay } from 'node:timers/promises';

/** Requests under way at once: more would only wait in line. */
const LANES = 24;
/** A service that has too much to do says so, and is asked again; but not for ever. */
const RETRY_TIMEOUT_MS = 60_000;
const PAUSE_MS = 250;

export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers: Headers;
}

export interface Service {
  get(path: string, query: Readonly<Record<string, string>>): Promise<Reply>;
  post(path: string, body: unknown): Promise<Reply>;
}

/** `identify` gives the headers that say who asks, anew for each request. */
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
    get: (path, query) => ask(`${path}?${new URLSearchParams(query)}`),
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

/** Lets so many of the calls run at once. */
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
