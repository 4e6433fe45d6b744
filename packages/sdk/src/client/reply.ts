import { ConnectionError } from './errors.ts';
import type { Read } from './read-json.ts';

/** The raw answer. */
export interface Reply {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** An answer whose body may still be arriving. */
export interface StreamedReply extends Reply {
  readonly stream: ReadableStream<Uint8Array> | null;
}

/**
 * Creates the error for an answer that violates the interface. The SDK does not guess what such an answer
 * means.
 */
export function unexpectedAnswer(
  { url, status, headers }: Reply,
  what: string,
  cause?: unknown,
): ConnectionError {
  return new ConnectionError({
    code: 'unexpected_answer',
    detail: `${url} answers ${what}. Check baseUrl.`,
    status,
    requestId: headers.get('x-request-id'),
    cause,
  });
}

/** Parses the body and checks its type. */
export function readJson<T>(reply: Reply, read: Read<T>): T {
  try {
    return read(JSON.parse(reply.body));
  } catch (error) {
    throw unexpectedAnswer(reply, `in an unexpected format: ${(error as Error).message}`, error);
  }
}
