/** Asks a service as clients do, over kept-alive connections. */
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

const REQUEST_TIMEOUT_MS = 30_000;

export interface AnonymousAnswer {
  readonly status: number;
  /** Since the start of the test's process. */
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export type Anonymous = ReturnType<typeof createAnonymous>;

export function createAnonymous(maxSockets = 64) {
  const agent = new Agent({ keepAlive: true, maxSockets });
  return {
    /** With a body it is sent as JSON. */
    ask(url: string, path: string, given: Readonly<Record<string, string>> = {}, body?: string) {
      return new Promise<AnonymousAnswer>((resolve, reject) => {
        const method = body === undefined ? 'GET' : 'POST';
        const headers = body === undefined ? given : { ...given, 'content-type': 'application/json' };
        const options = { agent, method, headers, timeout: REQUEST_TIMEOUT_MS };
        // Before this it may have waited for a connection: the service did not know of it.
        let sentAtMs = performance.now();
        const sending = request(`${url}${path}`, options, (response) => {
          const finish = (body: string) =>
            resolve({
              status: response.statusCode ?? 0,
              sentAtMs,
              answeredAtMs: performance.now(),
              headers: response.headers as Record<string, string | undefined>,
              body,
            });
          text(response).then(finish, reject);
        });
        sending.once('socket', () => {
          sentAtMs = performance.now();
        });
        sending.once('timeout', () => sending.destroy(new Error(`no answer in ${REQUEST_TIMEOUT_MS} ms`)));
        sending.once('error', reject);
        sending.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}
