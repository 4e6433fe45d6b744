/** What a worker shares with those beside it, through the first process. A process that is alone has none. */
import cluster from 'node:cluster';
import { type Channel, openChannel } from './channel.ts';
import type { FirstProcedures, Snapshot, WorkerProcedures } from './procedures.ts';

export interface Peers {
  /** How this process says its metrics when any of them is asked. */
  onMetrics(tell: () => Promise<Snapshot>): void;
  /** Of all processes, as Prometheus reads it. */
  tellMetricsOfAll(): Promise<string>;
  /** False: the client has as many event streams open as it may, over all of them. */
  openStream(client: string, most: number): Promise<boolean>;
  closeStream(client: string): void;
  listens(port: number): void;
  /** It can't start, and why. Resolves when that is known to the first. */
  fails(message: string): Promise<void>;
  onEnd(end: () => void): void;
}

let peers: Peers | null = null;

/** Null: this process is the only one. */
export function findPeers(): Peers | null {
  if (cluster.isWorker) peers ??= createPeers();
  return peers;
}

function createPeers(): Peers {
  let [tellMetrics, end] = [async (): Promise<Snapshot> => [], () => {}];
  const own: WorkerProcedures = { tellMetrics: () => tellMetrics(), end: () => end() };
  const first: Channel<FirstProcedures> = openChannel<FirstProcedures>(process, own);
  return {
    onMetrics(tell) {
      tellMetrics = tell;
    },
    onEnd(given) {
      end = given;
    },
    tellMetricsOfAll: () => first.ask('tellMetricsOfAll'),
    openStream: (client, most) => first.ask('openStream', client, most),
    closeStream: (client) => first.tell('closeStream', client),
    listens: (port) => first.tell('listens', port),
    fails: (message) => first.ask('fails', message),
  };
}
