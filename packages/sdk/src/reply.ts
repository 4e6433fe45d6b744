import { ConnectionError } from './errors.ts';
import type { Read } from './read-json.ts';

/** An answer as it came. */
export interface Reply {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** An answer whose body may still be on its way. */
export interface StreamedReply extends Reply {
  readonly stream: ReadableStream<Uint8Array> | null;
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

/** The body as what it has to be. */
export function readJson<T>(reply: Reply, read: Read<T>): T {
  try {
    return read(JSON.parse(reply.body));
  } catch (error) {
    throw unexpectedAnswer(reply, `something else than was asked for: ${(error as Error).message}`, error);
  }
}
