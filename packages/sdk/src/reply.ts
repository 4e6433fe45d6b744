import { ConnectionError } from './errors.ts';

/** An answer as it came. */
export interface Reply {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** For an answer that is not what the contract of the interface says: it is not guessed what it may mean. */
export function unexpectedAnswer(
  { url, status, headers }: Reply,
  what: string,
  cause?: unknown,
): ConnectionError {
  return new ConnectionError({
    code: 'unexpected_answer',
    detail: `${url} answers ${what}. Is baseUrl right?`,
    status,
    requestId: headers.get('x-request-id'),
    cause,
  });
}
