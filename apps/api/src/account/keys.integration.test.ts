import { createUsageStore } from '@mandate/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isKey } from '../access/keys/api-key.ts';
import { createWallet } from './testing/browser.ts';
import { type Stage, startStage } from './testing/stage.ts';

const HOUR_MS = 60 * 60 * 1000;
const hoursAgo = (hours: number) => new Date(Math.floor(Date.now() / HOUR_MS - hours) * HOUR_MS);

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());

async function signIn() {
  const browser = stage.createBrowser();
  expect((await browser.signIn(createWallet())).status).toBe(201);
  return browser;
}

/** Returns the status of a question with a key: 401 if the key is not valid, else another one. */
async function ask(key: string): Promise<number> {
  const wallet = `0x${'1'.repeat(40)}`;
  const query = `to=${wallet}&from=${wallet}`;
  const answer = await fetch(`${stage.url}/registry/v2/check/all?${query}`, {
    headers: { 'x-api-key': key },
  });
  return answer.status;
}

const UNRESTRICTED = { origins: [], operations: null, chains: null, ceiling: null, visitorCeiling: null };

const refused = (parameter: string) => ({
  status: 400,
  body: { code: 'invalid_parameters', errors: [{ parameter }] },
});

describe('a wallet’s keys', () => {
  it('are shown once, listed without the key, rotated and revoked', async () => {
    const browser = await signIn();
    const expiresAt = new Date(Date.now() + HOUR_MS).toISOString();
    const created = await browser.post('/keys', { name: '  my site ', expiresAt });
    expect(created.status).toBe(201);
    const { key, ...record } = created.body;
    expect(isKey(key)).toBe(true);
    expect(record).toMatchObject({ name: 'my site', expiresAt, lastUsedAt: null, revokedAt: null });
    expect(key.startsWith(record.prefix)).toBe(true);
    expect(record).toMatchObject({ ...UNRESTRICTED, kind: 'secret', rotatedTo: null, browserSeenAt: null });
    expect((await browser.get('/keys')).body.keys).toEqual([record]);
    expect(await ask(key)).not.toBe(401);

    const rotated = await browser.post(`/keys/${record.id}/rotate`);
    expect(rotated.status).toBe(201);
    expect(rotated.body).toMatchObject({ name: 'my site', expiresAt });
    expect(rotated.body.key).not.toBe(key);
    expect(await ask(rotated.body.key)).not.toBe(401);
    expect((await browser.post(`/keys/${record.id}/rotate`)).status).toBe(404);

    expect((await browser.delete(`/keys/${rotated.body.id}`)).status).toBe(204);
    expect((await browser.delete(`/keys/${rotated.body.id}`)).status).toBe(404);
    const { keys } = (await browser.get('/keys')).body;
    expect(keys.map(({ revokedAt }: { revokedAt: unknown }) => typeof revokedAt)).toEqual([
      'string',
      'string',
    ]);
    expect(JSON.stringify(keys)).not.toContain(key);
  });

  it('are nothing to another wallet, nor to nobody', async () => {
    const [owner, other, nobody] = [await signIn(), await signIn(), stage.createBrowser()];
    const { id, key } = (await owner.post('/keys', { name: 'mine' })).body;
    const missing = Number(id) + 1_000;
    for (const path of [`/keys/${id}`, `/keys/${missing}`, '/keys/0', '/keys/-1', '/keys/1e3', '/keys/x']) {
      expect(await other.delete(path), path).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect((await other.post(`${path}/rotate`)).status, path).toBe(404);
      expect((await other.patch(path, { name: 'theirs' })).status, path).toBe(404);
      expect((await nobody.patch(path, { name: 'theirs' })).status, path).toBe(401);
      expect((await nobody.delete(path)).status, path).toBe(401);
      expect((await nobody.post(`${path}/rotate`)).status, path).toBe(401);
    }
    expect((await other.get('/keys')).body.keys).toEqual([]);
    expect((await nobody.get('/keys')).status).toBe(401);
    expect((await nobody.post('/keys', { name: 'a' })).status).toBe(401);
    expect(await ask(key)).not.toBe(401);
    expect((await owner.get('/keys')).body.keys).toMatchObject([{ id, revokedAt: null }]);
  });

  it('have a name, and a time to come', async () => {
    const browser = await signIn();
    const post = (body: unknown) => browser.post('/keys', body);
    expect(await post({})).toMatchObject(refused('name'));
    expect(await post({ name: ' ' })).toMatchObject(refused('name'));
    expect(await post({ name: 'a'.repeat(101) })).toMatchObject(refused('name'));
    expect(await post({ name: 'a\u0000b' })).toMatchObject(refused('name'));
    expect(await post({ name: 'a', expiresAt: '2020-01-01T00:00:00Z' })).toMatchObject(refused('expiresAt'));
    expect(await post({ name: 'a', expiresAt: 'tomorrow' })).toMatchObject(refused('expiresAt'));
    expect(await post({ name: 'a', owner: 'me' })).toMatchObject(refused('owner'));
    expect((await browser.get('/keys')).body.keys).toEqual([]);
  });

  it('are fifty at most', async () => {
    const browser = await signIn();
    const made = [];
    for (let i = 0; i < 50; i++) made.push((await browser.post('/keys', { name: `key ${i}` })).body.id);
    const refusal = await browser.post('/keys', { name: 'one more' });
    expect(refusal).toMatchObject({ status: 400, body: { code: 'invalid_parameters' } });
    expect(refusal.body.detail).toContain('Revoke a key');
    await browser.delete(`/keys/${made[0]}`);
    expect((await browser.post('/keys', { name: 'one more' })).status).toBe(201);
  });
});

describe('usage', () => {
  it('is of one’s own keys only, in the hours that were asked for', async () => {
    const [owner, other] = [await signIn(), await signIn()];
    const [mine, theirs] = [
      Number((await owner.post('/keys', { name: 'mine' })).body.id),
      Number((await other.post('/keys', { name: 'theirs' })).body.id),
    ];
    const row = (keyId: number, hours: number, requests: number) => {
      return { hour: hoursAgo(hours), keyId, operation: 'v2CheckAll', chainId: 1, status: 200, requests };
    };
    await createUsageStore(stage.database).add({
      counter: crypto.randomUUID(),
      number: 1,
      rows: [row(mine, 1, 5), row(mine, 30, 7), row(theirs, 1, 11), row(0, 1, 13)],
    });
    const shown = (hours: number, requests: number) => {
      const hour = hoursAgo(hours).toISOString();
      return { hour, key: String(mine), operation: 'v2CheckAll', chainId: 1, status: 200, requests };
    };
    expect((await owner.get('/usage')).body.usage).toEqual([shown(1, 5)]);
    const from = hoursAgo(40).toISOString();
    expect((await owner.get(`/usage?from=${from}`)).body.usage).toEqual([shown(30, 7), shown(1, 5)]);
    const to = hoursAgo(29).toISOString();
    expect((await owner.get(`/usage?from=${from}&to=${to}`)).body).toEqual({
      from,
      to,
      usage: [shown(30, 7)],
    });
    expect((await stage.createBrowser().get('/usage')).status).toBe(401);
  });

  it('is refused rather than cut, where it is too much', async () => {
    const browser = await signIn();
    const { id } = (await browser.post('/keys', { name: 'busy' })).body;
    await stage.database.query(
      `insert into usage select date_trunc('hour', now()), $1, 'v2CheckAll', chain, 200, 1
       from generate_series(1, 20001) chain`,
      [id],
    );
    expect(await browser.get('/usage')).toMatchObject(refused('from'));
    await stage.database.query('delete from usage where key_id = $1 and chain_id = 1', [id]);
    expect((await browser.get('/usage')).body.usage).toHaveLength(20_000);
  });

  it.each([
    ['?from=yesterday', 'from'],
    [`?from=${hoursAgo(91 * 24).toISOString()}`, 'from'],
    [`?from=${hoursAgo(1).toISOString()}&to=${hoursAgo(2).toISOString()}`, 'from'],
    ['?to=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z', 'to'],
    ['?key=1', 'key'],
  ])('%s is refused', async (query, parameter) => {
    expect(await (await signIn()).get(`/usage${query}`)).toMatchObject(refused(parameter));
  });
});
