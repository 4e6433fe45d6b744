/** Creates a map that forgets what was not asked for the longest. */
export function createLru<V>(most: number) {
  // A Map keeps the order of insertion, so an entry that is asked for is inserted again.
  const entries = new Map<string, V>();

  function set(key: string, value: V): void {
    entries.delete(key);
    entries.set(key, value);
    if (entries.size <= most) return;
    for (const oldest of entries.keys()) return void entries.delete(oldest);
  }

  return {
    find(key: string): V | undefined {
      const value = entries.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete: (key: string) => void entries.delete(key),
  };
}
