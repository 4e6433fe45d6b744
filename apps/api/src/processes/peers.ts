/** What a worker shares with those beside it, through the first process. A process that is alone has none. */
import cluster from 'node:cluster';
import type { Readiness } from '@mandate/config';
import type { Level } from '../access/limit/shares.ts';
import { type Channel, openChannel } from './channel.ts';
import type { FirstProcedures, Snapshot, WorkerProcedures } from './procedures.ts';

export interface Peers {
  /** Returns the metrics of this process when the first collects those of all. */
  onMetrics(tell: () => Promise<Snapshot>): void;
  /** Tells whether this process can answer. */
  onReady(tell: () => Promise<Readiness>): void;
  /** The level of a client, over all processes, that has no room for one more event stream; null: it is open. */
  openStream(levels: readonly Level[]): Promise<Level | null>;
  closeStream(levels: readonly Level[]): void;
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
  let tellMetrics = async (): Promise<Snapshot> => [];
  let tellReady = async (): Promise<Readiness> => ({ isReady: false, body: { status: 'starting' } });
  let end = () => {};
  const own: WorkerProcedures = {
    tellMetrics: () => tellMetrics(),
    tellReady: () => tellReady(),
    end: () => end(),
  };
  const first: Channel<FirstProcedures> = openChannel<FirstProcedures>(process, own);
  return {
    onMetrics(tell) {
      tellMetrics = tell;
    },
    onReady(tell) {
      tellReady = tell;
    },
    onEnd(given) {
      end = given;
    },
    openStream: (levels) => first.ask('openStream', levels),
    closeStream: (levels) => first.tell('closeStream', levels),
    listens: (port) => first.tell('listens', port),
    fails: (message) => first.ask('fails', message),
  };
}
