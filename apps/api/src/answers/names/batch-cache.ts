/** Remembers answers for a while, and asks once for all that are missing. Requests of the same moment share questions. */

export interface CacheLimits<V> {
  readonly maxEntries: number;
  readonly maxBytes: number;
  readonly bytesOf: (value: V) => number;
  readonly ttlMs: (value: V) => number;
  readonly now?: () => number;
}

export interface BatchCache<K, V> {
  /** Returns the answer for each key. Undefined: it could not be found out, and is asked for again next time. */
  getMany(keys: readonly K[]): Promise<(V | undefined)[]>;
  /** Answers that were remembered or asked for already, that were asked for, and that could not be found out. */
  readonly counts: Readonly<Record<'cached' | 'asked' | 'unknown', number>>;
  bytes(): number;
}

interface Entry<V> {
  readonly value: V;
  readonly bytes: number;
  readonly endsAt: number;
}

/** Creates a cache of what `load` returns, in the order of the keys. `nameOf` makes equal keys equal. */
export function createBatchCache<K, V>(
  nameOf: (key: K) => string,
  load: (keys: readonly K[]) => Promise<readonly (V | undefined)[]>,
  { maxEntries, maxBytes, bytesOf, ttlMs, now = Date.now }: CacheLimits<V>,
): BatchCache<K, V> {
  // A Map keeps the order of insertion: an entry that is asked for is inserted again, so the first is the oldest.
  const entries = new Map<string, Entry<V>>();
  const underWay = new Map<string, Promise<V | undefined>>();
  const counts = { cached: 0, asked: 0, unknown: 0 };
  let bytes = 0;

  function remove(name: string): void {
    bytes -= entries.get(name)?.bytes ?? 0;
    entries.delete(name);
  }

  function find(name: string): Entry<V> | undefined {
    const entry = entries.get(name);
    if (!entry) return undefined;
    entries.delete(name);
    if (entry.endsAt > now()) {
      entries.set(name, entry);
      return entry;
    }
    bytes -= entry.bytes;
    return undefined;
  }

  function keep(name: string, value: V): void {
    remove(name);
    const entry = { value, bytes: bytesOf(value), endsAt: now() + ttlMs(value) };
    entries.set(name, entry);
    bytes += entry.bytes;
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries && bytes <= maxBytes) return;
      remove(oldest);
    }
  }

  /** Asks for keys that nobody asks for now. */
  function ask(missing: ReadonlyMap<string, K>): void {
    const loaded = load([...missing.values()]);
    for (const [i, name] of [...missing.keys()].entries()) {
      const one = loaded
        .then((values) => {
          const value = values[i];
          if (value === undefined) counts.unknown++;
          else keep(name, value);
          return value;
        })
        .finally(() => underWay.delete(name));
      underWay.set(name, one);
    }
  }

  return {
    counts,
    bytes: () => bytes,
    async getMany(keys) {
      const missing = new Map<string, K>();
      const found = new Map<string, V>();
      for (const key of keys) {
        const name = nameOf(key);
        const entry = find(name);
        if (entry) found.set(name, entry.value);
        else if (!underWay.has(name) && !missing.has(name)) missing.set(name, key);
      }
      counts.asked += missing.size;
      counts.cached += keys.length - missing.size;
      if (missing.size > 0) ask(missing);
      return Promise.all(keys.map(nameOf).map((name) => found.get(name) ?? underWay.get(name)));
    },
  };
}
