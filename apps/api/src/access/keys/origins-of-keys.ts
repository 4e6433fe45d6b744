/** Origins that keys came from, for the owners of the keys. They are kept in memory until they are written, so no request waits. */
import type { BrowserSighting, KeyStore, RefusedOrigin } from '@mandate/store';
import { MAX_REFUSED_ORIGINS } from '@mandate/store';

/** Keys that may wait to be written, so that memory stays bounded. */
const MAX_KEYS = 1_000;

type Store = Pick<KeyStore, 'addRefusedOrigins' | 'flagBrowsers'>;
type Refusals = Map<string, { requests: number; lastAt: number }>;

export type Sightings = ReturnType<typeof createSightings>;

export function createSightings(now: () => number = Date.now) {
  let refused = new Map<number, Refusals>();
  let seen = new Map<number, { readonly origin: string; readonly at: number }>();

  /** Counts a publishable key that came from an origin that it is not for. */
  function noteRefused(keyId: number, origin: string, requests = 1, lastAt = now()): void {
    const own = refused.get(keyId) ?? new Map<string, { requests: number; lastAt: number }>();
    if (own.size === 0 && refused.size >= MAX_KEYS) return;
    refused.set(keyId, own);
    const known = own.get(origin);
    // A Map keeps the order of insertion: the newest comes last.
    own.delete(origin);
    own.set(origin, {
      requests: requests + (known?.requests ?? 0),
      lastAt: Math.max(lastAt, known?.lastAt ?? 0),
    });
    const [oldest] = own.keys();
    if (own.size > MAX_REFUSED_ORIGINS && oldest !== undefined) own.delete(oldest);
  }

  /** Notes a secret key that came with the `Origin` of a page. */
  function noteBrowser(keyId: number, origin: string): void {
    if (seen.has(keyId) || seen.size < MAX_KEYS) seen.set(keyId, { origin, at: now() });
  }

  async function writeRefused(store: Store): Promise<void> {
    const taken = refused;
    refused = new Map();
    const rows = [...taken].flatMap(([keyId, own]) =>
      [...own].map(([origin, { requests, lastAt }]): RefusedOrigin => {
        return { keyId, origin, requests, lastAt: new Date(lastAt) };
      }),
    );
    try {
      await store.addRefusedOrigins(rows);
    } catch (error) {
      for (const { keyId, origin, requests, lastAt } of rows)
        noteRefused(keyId, origin, requests, lastAt.getTime());
      throw error;
    }
  }

  async function writeSeen(store: Store): Promise<void> {
    const taken = seen;
    seen = new Map();
    const rows = [...taken].map(([keyId, { origin, at }]): BrowserSighting => {
      return { keyId, origin, at: new Date(at) };
    });
    try {
      await store.flagBrowsers(rows);
    } catch (error) {
      seen = new Map([...taken, ...seen]);
      throw error;
    }
  }

  return {
    noteRefused,
    noteBrowser,
    /** Writes what was noted. What cannot be written is kept, and written later. */
    async write(store: Store): Promise<void> {
      await writeRefused(store);
      await writeSeen(store);
    },
  };
}
