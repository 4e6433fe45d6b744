/** Caches are written as JSON, e.g. to hand them from a server to a page, and JSON has no bigint. */

declare const content: unique symbol;

/** A value in which every bigint is `{ bigint: '…' }`. */
export interface Packed<T> {
  readonly [content]: T;
}

export function pack<T>(value: T): Packed<T> {
  return replace(value, (each) => (typeof each === 'bigint' ? { bigint: String(each) } : each)) as Packed<T>;
}

export function unpack<T>(packed: Packed<T>): T {
  return replace(packed, (each) => {
    const { bigint } = each as { bigint?: string };
    return bigint === undefined ? each : BigInt(bigint);
  }) as T;
}

function replace(value: unknown, change: (value: NonNullable<unknown>) => unknown): unknown {
  const changed = value === null || value === undefined ? value : change(value);
  if (typeof changed !== 'object' || changed === null) return changed;
  if (Array.isArray(changed)) return changed.map((each) => replace(each, change));
  if (changed !== value) return changed;
  return Object.fromEntries(Object.entries(changed).map(([name, each]) => [name, replace(each, change)]));
}
