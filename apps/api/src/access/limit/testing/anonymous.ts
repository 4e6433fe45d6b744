/** Asks the service as clients without a key do, each from an address of its own. */
import { Agent, type ClientRequest, request } from 'node:http';

export interface Asked {
  readonly status: number;
  /** Since the start of the test's process. */
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface Anonymous {
  /** With a body it is sent as JSON. */
  ask(url: string, path: string, headers?: Readonly<Record<string, string>>, body?: string): Promise<Asked>;
  close(): void;
}

export function createAnonymous(maxSockets = 64): Anonymous {
  const agent = new Agent({ keepAlive: true, maxSockets });
  return {
    ask(url, path, given = {}, body = undefined) {
      return new Promise((resolve, reject) => {
        const method = body === undefined ? 'GET' : 'POST';
        const headers = body === undefined ? given : { ...given, 'content-type': 'application/json' };
        const sending: ClientRequest = request(`${url}${path}`, { agent, method, headers }, (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => {
            text += part;
          });
          response.once('error', reject);
          response.once('end', () => {
            resolve({
              status: response.statusCode ?? 0,
              sentAtMs,
              answeredAtMs: performance.now(),
              headers: response.headers as Record<string, string | undefined>,
              body: text,
            });
          });
        });
        // Before this it may have waited for a connection: the service did not know of it.
        let sentAtMs = performance.now();
        sending.once('socket', () => {
          sentAtMs = performance.now();
        });
        sending.once('error', reject);
        sending.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}
