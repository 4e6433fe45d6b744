/** Stores the state of each chain in the read model. */
import type { Checkpoint, LogPlace } from '@mandate/store';
import type { Database } from 'lmdb';
import type { Moment } from './clock.ts';

/** Contains everything up to the checkpoint: checks and lists can be answered. */
export interface ReadyChain {
  readonly state: 'ready';
  readonly place: LogPlace;
  /** The block at which the chain was loaded. */
  readonly loadedAt: number;
  readonly checkpoint: Checkpoint;
  /** When the checkpoint was read. If several processes write, the newest one wins. */
  readonly heard: Moment;
}

export type ChainRecord =
  | ReadyChain
  /** Contains only some of the changes up to the next checkpoint, which matches no block. */
  | { readonly state: 'behind'; readonly place: LogPlace; readonly loadedAt: number }
  /** A process is loading the whole chain. */
  | { readonly state: 'loading'; readonly by: string; readonly heard: Moment };

const VERSION_BYTES = 8;

export function createChainRecords(records: Database<Buffer, Buffer>) {
  const known = new Map<number, { version: number; record: ChainRecord }>();
  const keys = new Map<number, Buffer>();

  const keyOf = (chainId: number): Buffer => {
    const key = keys.get(chainId) ?? Buffer.from(String(chainId));
    keys.set(chainId, key);
    return key;
  };

  /** Called for every check, so a record is parsed only when it has changed. */
  function find(chainId: number): ChainRecord | undefined {
    // The buffer is valid until the next look-up, which is long enough.
    const bytes = records.getBinaryFast(keyOf(chainId));
    if (!bytes) return undefined;
    const version = bytes.readDoubleBE(0);
    const last = known.get(chainId);
    if (last?.version === version) return last.record;
    const record = JSON.parse(bytes.toString('utf8', VERSION_BYTES, bytes.length)) as ChainRecord;
    known.set(chainId, { version, record });
    return record;
  }

  /** Call within a transaction. */
  function put(chainId: number, record: ChainRecord): void {
    const bytes = Buffer.from(JSON.stringify(record));
    const head = Buffer.alloc(VERSION_BYTES);
    // A version never repeats, even if the record was removed in between or the transaction was rolled back.
    head.writeDoubleBE(Math.random());
    records.putSync(keyOf(chainId), Buffer.concat([head, bytes]));
  }

  /** Call within a transaction. */
  function remove(chainId: number): void {
    records.removeSync(keyOf(chainId));
  }

  const list = (): number[] => [...records.getKeys()].map((key) => Number(key.toString()));

  return { find, put, remove, list };
}

/** Returns whether a chain has this checkpoint. Its heartbeat alone is not enough: a restored ledger reaches the same numbers again. */
export function isKnown(
  there: ChainRecord | undefined,
  { block, state, head, rewinds, heartbeat }: Checkpoint,
): boolean {
  if (there?.state !== 'ready') return false;
  const { checkpoint } = there;
  return (
    checkpoint.heartbeat === heartbeat &&
    checkpoint.block.hash === block.hash &&
    checkpoint.state === state &&
    checkpoint.head === head &&
    checkpoint.rewinds === rewinds
  );
}

/** Returns whether another process has stored a newer record. */
export function isOlder(there: ChainRecord | undefined, record: ChainRecord): boolean {
  if (there?.state !== 'ready' || record.state !== 'ready' || there.heard.boot !== record.heard.boot)
    return false;
  return record.heard.steadyMs < there.heard.steadyMs;
}

export function isSame(a: LogPlace | undefined, b: LogPlace): boolean {
  return a?.feed === b.feed && a.number === b.number && a.stamp === b.stamp;
}
