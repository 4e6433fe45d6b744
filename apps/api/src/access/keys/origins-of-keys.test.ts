import type { BrowserSighting, RefusedOrigin } from '@mandate/store';
import { expect, test } from 'vitest';
import { createSightings } from './origins-of-keys.ts';

function createStore() {
  const written: { refused: RefusedOrigin[]; seen: BrowserSighting[] } = { refused: [], seen: [] };
  let isAway = false;
  const assertThere = () => {
    if (isAway) throw new Error('The database is away.');
  };
  return {
    written,
    setAway: (away: boolean) => {
      isAway = away;
    },
    async addRefusedOrigins(rows: readonly RefusedOrigin[]) {
      assertThere();
      written.refused.push(...rows);
    },
    async flagBrowsers(rows: readonly BrowserSighting[]) {
      assertThere();
      written.seen.push(...rows);
    },
  };
}

test('what was noted is written once', async () => {
  const store = createStore();
  const sightings = createSightings(() => 5_000);
  for (const origin of ['https://a', 'https://b', 'https://a']) sightings.noteRefused(1, origin);
  sightings.noteBrowser(2, 'https://c');
  sightings.noteBrowser(2, 'https://d');
  await sightings.write(store);
  await sightings.write(store);
  const lastAt = new Date(5_000);
  expect(store.written).toEqual({
    refused: [
      { keyId: 1, origin: 'https://b', requests: 1, lastAt },
      { keyId: 1, origin: 'https://a', requests: 2, lastAt },
    ],
    seen: [{ keyId: 2, origin: 'https://d', at: lastAt }],
  });
});

test('what cannot be written is kept, with what comes meanwhile', async () => {
  let now = 1_000;
  const store = createStore();
  const sightings = createSightings(() => now);
  sightings.noteRefused(1, 'https://a');
  sightings.noteBrowser(2, 'https://c');
  store.setAway(true);
  await expect(sightings.write(store)).rejects.toThrow('away');
  now = 2_000;
  sightings.noteRefused(1, 'https://a');
  store.setAway(false);
  await sightings.write(store);
  expect(store.written.refused).toEqual([
    { keyId: 1, origin: 'https://a', requests: 2, lastAt: new Date(2_000) },
  ]);
  expect(store.written.seen).toEqual([{ keyId: 2, origin: 'https://c', at: new Date(1_000) }]);
});

test('a flood of origins and keys takes no more memory than the newest of a thousand keys', async () => {
  const store = createStore();
  const sightings = createSightings();
  for (let i = 0; i < 100; i++) sightings.noteRefused(1, `https://${i}`);
  for (let key = 2; key < 3_000; key++) {
    sightings.noteRefused(key, 'https://a');
    sightings.noteBrowser(key, 'https://a');
  }
  await sightings.write(store);
  const own = store.written.refused.filter(({ keyId }) => keyId === 1).map(({ origin }) => origin);
  expect(own).toEqual(Array.from({ length: 20 }, (_, i) => `https://${80 + i}`));
  expect(store.written.refused).toHaveLength(20 + 999);
  expect(store.written.seen).toHaveLength(1_000);
});
