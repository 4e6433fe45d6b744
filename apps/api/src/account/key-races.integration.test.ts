/** Many requests at once, over two services, never give a wallet more keys than it may have, or a key two successors. */
import { randomBytes } from 'node:crypto';
import { parseAddress } from '@mandate/core';
import { createKeyStore } from '@mandate/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, createWallet } from './testing/browser.ts';
import { type Stage, startStage } from './testing/stage.ts';

const MAX_KEYS = 50;
const AT_ONCE = 100;

let stage: Stage;
beforeAll(async () => {
  stage = await startStage({ services: 2 });
});
afterAll(() => stage.close());

/** Signs a wallet in at both services and gives it this many keys. */
async function signIn(keys: number) {
  const wallet = createWallet();
  const browsers = stage.urls.map((url) => stage.createBrowser(url));
  for (const browser of browsers) expect((await browser.signIn(wallet)).status).toBe(201);
  const owner = parseAddress(wallet.address);
  const store = createKeyStore(stage.database);
  const ids: number[] = [];
  while (ids.length < keys) {
    const fields = { digest: randomBytes(32), pepper: 1, prefix: 'mdt_live_aKey', name: 'a key' };
    ids.push((await store.create({ ...fields, owner, expiresAt: null })).id);
  }
  const listLive = async () =>
    (await store.list({ owner })).filter(({ revokedAt }) => revokedAt === null).map(({ id }) => String(id));
  return { browsers, ids, listLive };
}

/** Sends all requests at once, to each service in turn. */
const askAll = (
  browsers: readonly Browser[],
  count: number,
  ask: (browser: Browser, i: number) => Promise<Said>,
) => Promise.all(Array.from({ length: count }, (_, i) => ask(browsers[i % browsers.length] as Browser, i)));

type Said = Awaited<ReturnType<Browser['post']>>;
const made = (answers: readonly Said[]) => answers.filter(({ status }) => status === 201);

test('a wallet with 45 keys gets five more, and no sixth', async () => {
  const { browsers, listLive } = await signIn(MAX_KEYS - 5);
  const answers = await askAll(browsers, AT_ONCE, (browser) => browser.post('/keys', { name: 'one more' }));
  expect(made(answers)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(AT_ONCE - 5);
  expect(await listLive()).toHaveLength(MAX_KEYS);
});

test('a key that is rotated a hundred times at once has one successor, which lives', async () => {
  const { browsers, ids, listLive } = await signIn(1);
  const answers = await askAll(browsers, AT_ONCE, (browser) => browser.post(`/keys/${ids[0]}/rotate`));
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(AT_ONCE - 1);
  expect(await listLive()).toEqual(made(answers).map(({ body }) => body.id));
  expect(await listLive()).toHaveLength(1);
});

test('keys that are rotated, made and revoked at once stay within the limit, and each rotated one has a successor', async () => {
  const { browsers, ids, listLive } = await signIn(MAX_KEYS - 1);
  const [rotated, revoked] = [ids.slice(0, 40), ids.slice(30)];
  const [rotations, creations, revocations] = await Promise.all([
    askAll(browsers, rotated.length, (browser, i) => browser.post(`/keys/${rotated[i]}/rotate`)),
    askAll(browsers, AT_ONCE, (browser) => browser.post('/keys', { name: 'one more' })),
    askAll(browsers, revoked.length, (browser, i) => browser.delete(`/keys/${revoked[i]}`)),
  ]);
  const live = await listLive();
  expect(live.length).toBeLessThanOrEqual(MAX_KEYS);
  // Every key that was returned is alive.
  const given = [...made(rotations), ...made(creations)].map(({ body }) => body.id as string);
  expect(live).toEqual(expect.arrayContaining(given));
  // Each key was rotated or revoked, never both and never neither.
  const ended = made(rotations).length + revocations.filter(({ status }) => status === 204).length;
  expect(ended).toBe(ids.length);
});
