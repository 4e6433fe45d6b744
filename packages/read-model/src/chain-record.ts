/** What the read model knows of each chain as a whole. */
import type { Checkpoint, LogPlace } from '@mandate/store';
import type { Database } from 'lmdb';
import type { Moment } from './clock.ts';

export type ChainRecord =
  /** Everything up to the checkpoint is there: checks can be answered. */
  | {
      readonly state: 'ready';
      readonly place: LogPlace;
      readonly checkpoint: Checkpoint;
      /** When the checkpoint was read: if several processes write, the newest stays. */
      readonly heard: Moment;
    }
  /** Some of what the ledger has is there, which is what no block has. */
  | { readonly state: 'behind'; readonly place: LogPlace }
  /** Someone is reading all of it. */
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

  /** Every check asks: a record is parsed when it has changed. */
  function find(chainId: number): ChainRecord | undefined {
    // Good until the next look-up, which is long enough.
    const bytes = records.getBinaryFast(keyOf(chainId));
    if (!bytes) return undefined;
    const version = bytes.readDoubleBE(0);
    const last = known.get(chainId);
    if (last?.version === version) return last.record;
    const record = JSON.parse(bytes.toString('utf8', VERSION_BYTES, bytes.length)) as ChainRecord;
    known.set(chainId, { version, record });
    return record;
  }

  /** Within a transaction. */
  function put(chainId: number, record: ChainRecord): void {
    const bytes = Buffer.from(JSON.stringify(record));
    const head = Buffer.alloc(VERSION_BYTES);
    // Never one that was there before, though the record was removed in between, or not kept.
    head.writeDoubleBE(Math.random());
    records.putSync(keyOf(chainId), Buffer.concat([head, bytes]));
  }

  /** Within a transaction. */
  function remove(chainId: number): void {
    records.removeSync(keyOf(chainId));
  }

  const list = (): number[] => [...records.getKeys()].map((key) => Number(key.toString()));

  return { find, put, remove, list };
}
