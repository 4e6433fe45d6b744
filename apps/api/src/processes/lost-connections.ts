/**
 * Node hands a connection to a worker and closes its own end of it when the worker has taken it. Of a worker that ends
 * before that, nobody ever closes it, and the client waits for ever. This closes what such a worker was handed.
 */
import type { Worker } from 'node:cluster';

interface Connection {
  close(): void;
}

/** What Node's cluster says to itself, as far as it matters here. */
interface Handing {
  readonly act?: unknown;
  readonly seq?: unknown;
  readonly ack?: unknown;
}

export function closeLostConnections({ process: child }: Pick<Worker, 'process'>): void {
  const handed = new Map<unknown, Connection>();
  const send = child.send.bind(child) as (message: unknown, ...rest: unknown[]) => boolean;
  child.send = (message: unknown, connection?: unknown, ...rest: unknown[]) => {
    const { act, seq } = message as Handing;
    if (act === 'newconn') handed.set(seq, connection as Connection);
    return send(message, connection, ...rest);
  };
  child.on('internalMessage', ({ ack }: Handing) => handed.delete(ack));
  child.once('exit', () => {
    for (const connection of handed.values()) connection.close();
  });
}
