/** Streams that are woken by the same change read the same: they share a statement. */
import type { Reader } from '@mandate/store';

/** A part of a log never changes, so that it does not matter who asked first. */
export function shareReads(listChanges: Reader['listChanges']): Reader['listChanges'] {
  const reading = new Map<string, ReturnType<Reader['listChanges']>>();
  return (request) => {
    const key = JSON.stringify(request);
    const same = reading.get(key);
    if (same) return same;
    const own = listChanges(request).finally(() => reading.delete(key));
    reading.set(key, own);
    return own;
  };
}
