/** Gets a URL over a connection of the caller's choice. */
import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** Reads the body and forgets it. */
export function get(url: string, options: Pick<RequestOptions, 'agent' | 'headers'>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sending = request(url, options, (response) => {
      const { statusCode: status = 0, headers } = response;
      response.once('end', () => resolve({ status, headers }));
      response.once('error', reject);
      response.resume();
    });
    sending.once('error', reject);
    sending.end();
  });
}
