/** Remembers answers for a while, and asks once for all that are missing. Requests of the same moment share questions. */
import { createLru } from '../../http/lru.ts';

export interface CacheLimits<V> {
  readonly maxEntries: number;
  readonly maxBytes: number;
  readonly bytesOf: (value: V) => number;
  readonly ttlMs: (value: V) => number;
  readonly now?: () => number;
}

/** Missing keys that are asked for together, when it is the client's turn. */
export interface Part<K> {
  readonly keys: readonly K[];
  /** `false` if the client may not ask now. */
  readonly mayAsk: Promise<boolean>;
}

/** Finds out what is not remembered, for a client `C`. */
export interface BatchSource<K, V, C> {
  /** Makes equal keys equal. */
  nameOf(key: K): string;
  /** Divides keys into parts, and begins to wait for the client's turns. */
  divide(keys: readonly K[], client: C): readonly Part<K>[];
  /** Returns the answers in the order of the keys. */
  load(keys: readonly K[], client: C): Promise<readonly (V | undefined)[]>;
}

export interface BatchCache<K, V, C> {
  /** Returns the answer for each key. `undefined` if it could not be found out, and is asked for again next time. */
  getMany(keys: readonly K[], client: C): Promise<(V | undefined)[]>;
  /** Answers that were remembered or asked for already, that were asked for, and that could not be found out. */
  readonly counts: Readonly<Record<'cached' | 'asked' | 'unknown', number>>;
  bytes(): number;
}

interface Entry<V> {
  readonly value: V;
  readonly bytes: number;
  readonly endsAt: number;
}

/** Keeps values for a while, and drops those that were not asked for the longest. */
function createEntries<V>({ maxEntries, maxBytes, bytesOf, ttlMs, now = Date.now }: CacheLimits<V>) {
  const entries = createLru<Entry<V>>({ maxEntries, maxBytes, bytesOf: ({ bytes }) => bytes });
  return {
    bytes: entries.bytes,
    find(name: string): Entry<V> | undefined {
      const entry = entries.find(name);
      if (!entry || entry.endsAt > now()) return entry;
      entries.delete(name);
      return undefined;
    },
    keep(name: string, value: V): void {
      entries.set(name, { value, bytes: bytesOf(value), endsAt: now() + ttlMs(value) });
    },
  };
}

export function createBatchCache<K, V, C>(
  { nameOf, divide, load }: BatchSource<K, V, C>,
  limits: CacheLimits<V>,
): BatchCache<K, V, C> {
  const { find, keep, bytes } = createEntries(limits);
  const underWay = new Map<string, Promise<V | undefined>>();
  const counts = { cached: 0, asked: 0, unknown: 0 };

  /** Asks for keys. Others share the questions that nobody asks yet. */
  function ask(keys: readonly K[], client: C): Promise<V | undefined>[] {
    counts.asked += keys.length;
    const loaded = load(keys, client);
    return keys.map((key, i) => {
      const name = nameOf(key);
      const one = loaded
        .then((values) => {
          const value = values[i];
          if (value === undefined) counts.unknown++;
          else keep(name, value);
          return value;
        })
        .finally(() => {
          if (underWay.get(name) === one) underWay.delete(name);
        });
      if (!underWay.has(name)) underWay.set(name, one);
      return one;
    });
  }

  /** Finds what a part asks for, once it is the client's turn. */
  async function findPart({ keys, mayAsk }: Part<K>, client: C): Promise<readonly (V | undefined)[]> {
    if (!(await mayAsk)) {
      counts.unknown += keys.length;
      return keys.map((key) => find(nameOf(key))?.value);
    }
    const isOpen = (key: K) => !find(nameOf(key)) && !underWay.has(nameOf(key));
    const open = keys.filter(isOpen);
    const shared = keys.map((key) => find(nameOf(key))?.value ?? underWay.get(nameOf(key)));
    const own = new Map(open.length > 0 ? ask(open, client).map((one, i) => [open[i], one]) : []);
    counts.cached += keys.length - open.length;
    const found = await Promise.all(keys.map((key, i) => own.get(key) ?? shared[i]));
    // Another client may have failed for a reason of its own.
    const failed = keys.filter((key, i) => found[i] === undefined && !own.has(key));
    if (failed.length === 0) return found;
    const again = await Promise.all(ask(failed, client));
    return keys.map((key, i) => found[i] ?? again[failed.indexOf(key)]);
  }

  return {
    counts,
    bytes,
    async getMany(keys, client) {
      const missing = new Map<string, K>();
      const found = new Map<string, V | undefined>();
      for (const key of keys) {
        const name = nameOf(key);
        const entry = find(name);
        if (entry) found.set(name, entry.value);
        else missing.set(name, missing.get(name) ?? key);
      }
      counts.cached += keys.length - missing.size;
      const parts = missing.size > 0 ? divide([...missing.values()], client) : [];
      await Promise.all(
        parts.map(async (part) => {
          const values = await findPart(part, client);
          for (const [i, key] of part.keys.entries()) found.set(nameOf(key), values[i]);
        }),
      );
      return keys.map((key) => found.get(nameOf(key)));
    },
  };
}
