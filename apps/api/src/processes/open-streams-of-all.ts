/** How many event streams each client has open, over all workers: a limit is one for all of them. */
export interface StreamsOfAll {
  /** False: it has as many as it may. */
  open(workerId: number, client: string, most: number): boolean;
  close(workerId: number, client: string): void;
  /** The worker has ended, and its streams with it. */
  forget(workerId: number): void;
}

export function createStreamsOfAll(): StreamsOfAll {
  const workers = new Map<number, Map<string, number>>();

  function countOf(client: string): number {
    let count = 0;
    for (const clients of workers.values()) count += clients.get(client) ?? 0;
    return count;
  }

  return {
    open(workerId, client, most) {
      if (countOf(client) >= most) return false;
      const clients = workers.get(workerId) ?? new Map<string, number>();
      workers.set(workerId, clients.set(client, (clients.get(client) ?? 0) + 1));
      return true;
    },
    close(workerId, client) {
      const clients = workers.get(workerId);
      const left = (clients?.get(client) ?? 0) - 1;
      if (left > 0) clients?.set(client, left);
      else clients?.delete(client);
    },
    forget: (workerId) => void workers.delete(workerId),
  };
}
