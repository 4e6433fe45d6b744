/** Sends requests over as many kept-alive connections as they need. */
import { type AnonymousAnswer, createAnonymous } from '@mandate/testing/service/anonymous';

/** Posts a body, if there is one. Status 0 means that the connection ended without an answer. */
export type Ask = (
  path: string,
  headers?: Readonly<Record<string, string>>,
  body?: string,
) => Promise<Pick<AnonymousAnswer, 'status' | 'headers' | 'body'>>;

export function createAsk(url: string): Ask {
  const client = createAnonymous(Number.POSITIVE_INFINITY);
  return (path, headers, body) =>
    client.ask(url, path, headers, body).catch(({ message }: Error) => {
      return { status: 0, headers: {}, body: message };
    });
}
