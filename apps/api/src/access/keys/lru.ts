/** A map that forgets what was not asked for the longest. */
export interface Lru<V> {
  find(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
}

export function createLru<V>(most: number): Lru<V> {
  // A Map is in the order of insertion: what is asked for is put in anew.
  const entries = new Map<string, V>();

  function set(key: string, value: V): void {
    entries.delete(key);
    entries.set(key, value);
    if (entries.size <= most) return;
    for (const oldest of entries.keys()) return void entries.delete(oldest);
  }

  return {
    find(key) {
      const value = entries.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete: (key) => void entries.delete(key),
  };
}
