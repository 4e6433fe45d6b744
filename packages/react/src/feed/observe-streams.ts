import type { Client } from '@mandate/sdk';

/** Returns a client that reports when a stream begins, and when it ends or cannot begin. */
export function observeStreams(client: Client, onBegin: () => void, onEnd: () => void): Client {
  return {
    ...client,
    async open(path, type, signal) {
      try {
        const reply = await client.open(path, type, signal);
        onBegin();
        return { ...reply, stream: reply.stream && observe(reply.stream, onEnd) };
      } catch (error) {
        onEnd();
        throw error;
      }
    },
  };
}

function observe<T>(stream: ReadableStream<T>, onEnd: () => void): ReadableStream<T> {
  const reader = stream.getReader();
  return new ReadableStream<T>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        onEnd();
        controller.close();
      } catch (error) {
        onEnd();
        controller.error(error);
      }
    },
    cancel(reason) {
      onEnd();
      return reader.cancel(reason);
    },
  });
}
