/** Sends requests over kept-alive connections. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

interface HttpRequest {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answered {
  /** 0 means that the connection ended without an answer. */
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

export type Ask = (asked: HttpRequest) => Promise<Answered>;

const REQUEST_TIMEOUT_MS = 30_000;

export function createAsk(url: string): Ask {
  const agent = new Agent({ keepAlive: true });
  return ({ method = 'GET', path, headers, body }) =>
    new Promise((resolve) => {
      const fail = ({ message }: Error) => resolve({ status: 0, headers: {}, text: message });
      const sent = request(
        new URL(path, url),
        { method, agent, headers, timeout: REQUEST_TIMEOUT_MS },
        (response) => {
          text(response).then(
            (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: body }),
            fail,
          );
        },
      );
      sent.once('error', fail);
      sent.once('timeout', () => sent.destroy(new Error(`no answer in ${REQUEST_TIMEOUT_MS} ms`)));
      sent.end(body);
    });
}
