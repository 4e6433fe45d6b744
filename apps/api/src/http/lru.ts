interface Limits<V> {
  readonly maxEntries?: number;
  readonly maxBytes?: number;
  readonly bytesOf?: (value: V) => number;
}

/** Creates a map that forgets what was not asked for the longest, beyond a number of entries or of bytes. */
export function createLru<V>({ maxEntries = Infinity, maxBytes = Infinity, bytesOf = () => 0 }: Limits<V>) {
  // A Map keeps the order of insertion, so an entry that is asked for is inserted again.
  const entries = new Map<string, V>();
  let bytes = 0;

  function remove(key: string): void {
    const value = entries.get(key);
    if (value === undefined) return;
    entries.delete(key);
    bytes -= bytesOf(value);
  }

  return {
    find(key: string): V | undefined {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key: string, value: V): void {
      remove(key);
      const size = bytesOf(value);
      if (size > maxBytes) return;
      entries.set(key, value);
      bytes += size;
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries && bytes <= maxBytes) return;
        remove(oldest);
      }
    },
    delete: remove,
    bytes: () => bytes,
  };
}
