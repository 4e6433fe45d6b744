/** Reads an answer line by line as it arrives. */
import type { Client } from './create-client.ts';
import type { StreamedReply } from './reply.ts';
import { brokeOff, endWith } from './send.ts';

/**
 * Throws when an answer breaks off, stalls or ends within a line: a partial answer must not look complete.
 */
export async function* readLines(
  { baseUrl }: Client,
  { stream }: StreamedReply,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void> {
  if (!stream) return;
  const reader = stream.getReader();
  const read = () =>
    reader.read().catch((cause: unknown) => {
      throw brokeOff(baseUrl, cause);
    });
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await endWith(read, { baseUrl, timeoutMs }, signal);
      if (done) break;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') throw brokeOff(baseUrl, new Error('it ended within a line'));
  } finally {
    // Releases the connection when the caller stops reading.
    reader.cancel().catch(() => {});
  }
}
