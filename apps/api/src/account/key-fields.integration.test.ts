import { createKeyStore } from '@mandate/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindOf } from '../access/keys/api-key.ts';
import { OPERATIONS } from '../operations/index.ts';
import { type Browser, createWallet } from './testing/browser.ts';
import { type Stage, startStage } from './testing/stage.ts';

const HOUR_MS = 60 * 60 * 1000;
const PAGE = 'https://app.example.com';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());

async function signIn(): Promise<Browser> {
  const browser = stage.createBrowser();
  expect((await browser.signIn(createWallet())).status).toBe(201);
  return browser;
}

const refused = (...parameters: string[]) => ({
  status: 400,
  body: { code: 'invalid_parameters', errors: parameters.map((parameter) => ({ parameter })) },
});

const publishable = (fields: object = {}) => ({
  name: 'page',
  kind: 'publishable',
  origins: [PAGE],
  ...fields,
});

describe('a publishable key', () => {
  it('is created with origins in their normal form, and changed', async () => {
    const browser = await signIn();
    const origins = ['HTTPS://App.Example.com:443', PAGE, 'http://localhost:5173', 'https://*.example.org'];
    const created = await browser.post('/keys', publishable({ origins, visitorCeiling: 40 }));
    expect(created.status).toBe(201);
    const { key, ...record } = created.body;
    expect(kindOf(key)).toBe('publishable');
    const normal = [PAGE, 'http://localhost:5173', 'https://*.example.org'];
    expect(record).toMatchObject({
      kind: 'publishable',
      origins: normal,
      visitorCeiling: 40,
      refusedOrigins: [],
    });
    const changed = await browser.patch(`/keys/${record.id}`, {
      origins: [PAGE],
      operations: ['v2CheckAll', 'resolve', 'resolve'],
      chains: [1],
      ceiling: 100,
      visitorCeiling: null,
      name: ' mint ',
    });
    const rules = { origins: [PAGE], operations: ['v2CheckAll', 'resolve'], chains: [1], ceiling: 100 };
    const expected = { ...record, ...rules, visitorCeiling: null, name: 'mint' };
    expect(changed).toMatchObject({ status: 200, body: expected });
    expect((await browser.get('/keys')).body.keys).toEqual([expected]);
  });

  it('needs an origin, and takes operations of pages only', async () => {
    const browser = await signIn();
    const post = (fields: object) => browser.post('/keys', publishable(fields));
    expect(await post({ origins: [] })).toMatchObject(refused('origins'));
    expect(await post({ origins: undefined })).toMatchObject(refused('origins'));
    expect(await post({ origins: [PAGE, `${PAGE}/mint`] })).toMatchObject(refused('origins.1'));
    expect(await post({ origins: ['https://*.com'] })).toMatchObject(refused('origins.0'));
    expect(await post({ origins: ['null', '*'] })).toMatchObject(refused('origins.0', 'origins.1'));
    const many = Array.from({ length: 51 }, (_, i) => `https://app-${i}.example.com`);
    expect(await post({ origins: many })).toMatchObject(refused('origins'));
    expect((await post({ origins: many.slice(1) })).status).toBe(201);
    expect(await post({ operations: ['batchCheck', 'batch'] })).toMatchObject({ status: 400 });
    const [posting] = OPERATIONS.filter(({ method, takesKeys }) => takesKeys && method === 'POST');
    const refusal = await post({ operations: [posting?.id, 'resolve'] });
    expect(refusal).toMatchObject(refused('operations'));
    expect(refusal.body.detail).toContain(posting?.id);
  });

  it('keeps its last origin', async () => {
    const browser = await signIn();
    const { id } = (await browser.post('/keys', publishable())).body;
    expect(await browser.patch(`/keys/${id}`, { origins: [] })).toMatchObject(refused('origins'));
    expect(await browser.patch(`/keys/${id}`, { kind: 'secret' })).toMatchObject(refused('kind'));
    expect((await browser.get('/keys')).body.keys).toMatchObject([{ kind: 'publishable', origins: [PAGE] }]);
  });

  it('shows refused origins until they are allowed, to its owner only', async () => {
    const [browser, other] = [await signIn(), await signIn()];
    const { id } = (await browser.post('/keys', publishable())).body;
    const { id: theirs } = (await other.post('/keys', publishable())).body;
    const lastAt = new Date();
    await createKeyStore(stage.database).addRefusedOrigins(
      ['https://new.example.com', 'null', 'https://copy.example'].map((origin, i) => ({
        keyId: Number(id),
        origin,
        requests: i + 1,
        lastAt: new Date(lastAt.getTime() - i * 1_000),
      })),
    );
    const refusedOrigins = async (of: Browser) => (await of.get('/keys')).body.keys[0].refusedOrigins;
    expect(await refusedOrigins(browser)).toMatchObject([
      { origin: 'https://new.example.com', requests: 1, lastAt: lastAt.toISOString() },
      { origin: 'null', requests: 2 },
      { origin: 'https://copy.example', requests: 3 },
    ]);
    expect(await refusedOrigins(other)).toEqual([]);
    await browser.post('/keys', publishable({ name: 'another page' }));
    expect((await browser.get('/keys')).body.keys[1].refusedOrigins).toEqual([]);
    const allowed = await browser.patch(`/keys/${id}`, { origins: [PAGE, 'https://*.example.com'] });
    expect(allowed.body.refusedOrigins).toMatchObject([
      { origin: 'null' },
      { origin: 'https://copy.example' },
    ]);
    expect((await other.patch(`/keys/${theirs}`, { name: 'x' })).body.refusedOrigins).toEqual([]);
  });
});

it('a votes key has no origins, and stays one', async () => {
  const browser = await signIn();
  const rules = { kind: 'publishable', operations: ['scoreVotes'] };
  const made = await browser.post('/keys', { name: 'space', ...rules });
  expect(made).toMatchObject({ status: 201, body: { ...rules, origins: [] } });
  expect(await browser.post('/keys', { name: 'x', ...rules, origins: [PAGE] })).toMatchObject(
    refused('origins'),
  );
  const change = (fields: object) => browser.patch(`/keys/${made.body.id}`, fields);
  expect(await change({ origins: [PAGE] })).toMatchObject(refused('origins'));
  expect(await change({ operations: null })).toMatchObject(refused('origins'));
  expect(await change({ ceiling: 50 })).toMatchObject({ status: 200, body: { ceiling: 50 } });
});

describe('a secret key', () => {
  it('is restricted to operations, chains and a ceiling', async () => {
    const browser = await signIn();
    const post = (fields: object) => browser.post('/keys', { name: 'server', ...fields });
    const rules = { operations: ['batch'], chains: [1], ceiling: 50 };
    const made = await post(rules);
    expect(made).toMatchObject({ status: 201, body: { kind: 'secret', ...rules, origins: [] } });
    expect(await post({ origins: [PAGE] })).toMatchObject(refused('origins'));
    expect(await post({ visitorCeiling: 50 })).toMatchObject(refused('visitorCeiling'));
    expect(await post({ operations: ['nothing'] })).toMatchObject(refused('operations.0'));
    expect(await post({ operations: ['v1CheckAll'] })).toMatchObject(refused('operations.0'));
    expect(await post({ operations: [] })).toMatchObject(refused('operations'));
    expect(await post({ chains: [2] })).toMatchObject(refused('chains.0'));
    expect(await post({ chains: ['1'] })).toMatchObject(refused('chains.0'));
    expect(await post({ kind: 'public' })).toMatchObject(refused('kind'));
    for (const ceiling of [0, -1, 24, 30.5, 10_001, '50'])
      expect(await post({ ceiling })).toMatchObject(refused('ceiling'));
    const lifted = { operations: null, chains: null, ceiling: null };
    expect(await browser.patch(`/keys/${made.body.id}`, lifted)).toMatchObject({ status: 200, body: lifted });
  });

  it('that came from a page is flagged with its origin', async () => {
    const browser = await signIn();
    const { id } = (await browser.post('/keys', { name: 'leaked' })).body;
    const at = new Date();
    await createKeyStore(stage.database).flagBrowsers([{ keyId: Number(id), origin: PAGE, at }]);
    expect((await browser.get('/keys')).body.keys).toMatchObject([
      { browserSeenAt: at.toISOString(), browserOrigin: PAGE },
    ]);
  });
});

it('choices are the operations that take keys, and the chains of the service', async () => {
  const { choices } = (await (await signIn()).get('/keys')).body;
  expect(choices.chains).toEqual([{ chainId: 1, name: 'Ethereum' }]);
  expect(choices.limits).toEqual({ visitor: 200, page: 2_000, min: 25, max: 10_000 });
  const ids = OPERATIONS.filter(({ takesKeys }) => takesKeys).map(({ id }) => id);
  expect(choices.operations.map(({ id }: { id: string }) => id)).toEqual(ids);
  expect(choices.operations).toContainEqual({
    id: 'resolve',
    summary: expect.any(String),
    forPages: true,
    inUrl: false,
  });
});

describe('rotated with an overlap', () => {
  it('both keys are valid, and the old one has an end', async () => {
    const browser = await signIn();
    const { id } = (await browser.post('/keys', publishable({ chains: [1] }))).body;
    const before = Date.now();
    const rotated = await browser.post(`/keys/${id}/rotate`, { overlapHours: 24 });
    expect(rotated).toMatchObject({
      status: 201,
      body: { kind: 'publishable', origins: [PAGE], chains: [1], expiresAt: null, rotatedTo: null },
    });
    expect(kindOf(rotated.body.key)).toBe('publishable');
    const [old] = (await browser.get('/keys')).body.keys;
    expect(old).toMatchObject({ id, revokedAt: null, rotatedTo: rotated.body.id });
    const left = Date.parse(old.expiresAt) - before;
    expect(left).toBeGreaterThan(24 * HOUR_MS - 5_000);
    expect(left).toBeLessThan(24 * HOUR_MS + 60_000);
    expect((await browser.post(`/keys/${id}/rotate`, {})).status).toBe(404);
  });

  it.each([-1, 169, '1', null])('%s hours are refused', async (overlapHours) => {
    const browser = await signIn();
    const { id } = (await browser.post('/keys', { name: 'a' })).body;
    expect(await browser.post(`/keys/${id}/rotate`, { overlapHours })).toMatchObject(refused('overlapHours'));
  });
});

describe('the audit log', () => {
  it('has every change, the newest first, of one’s own keys only', async () => {
    const [browser, other] = [await signIn(), await signIn()];
    await other.post('/keys', { name: 'theirs' });
    const { id } = (await browser.post('/keys', publishable())).body;
    await browser.patch(`/keys/${id}`, { origins: [PAGE, 'https://b.example'], name: 'renamed' });
    await browser.patch(`/keys/${id}`, { name: 'renamed' });
    const { id: next } = (await browser.post(`/keys/${id}/rotate`, { overlapHours: 1 })).body;
    await browser.delete(`/keys/${next}`);
    await createKeyStore(stage.database).change(Number(id), undefined, { ceiling: 7 });
    const { events, before } = (await browser.get('/events')).body;
    const from = [PAGE];
    expect(before).toBeNull();
    expect(events).toMatchObject([
      { actor: 'operator', event: 'changed', key: { id }, detail: { ceiling: { from: null, to: 7 } } },
      { actor: 'owner', event: 'revoked', key: { id: next, name: 'renamed' }, detail: {} },
      { actor: 'owner', event: 'rotated', key: { id }, detail: { to: Number(next), overlapMs: HOUR_MS } },
      {
        actor: 'owner',
        event: 'changed',
        detail: { name: { from: 'page', to: 'renamed' }, origins: { from, to: [PAGE, 'https://b.example'] } },
      },
      { actor: 'owner', event: 'created', detail: { kind: 'publishable', origins: from } },
    ]);
    expect((await stage.createBrowser().get('/events')).status).toBe(401);
  });

  it('comes in pages of fifty', async () => {
    const browser = await signIn();
    const { id } = (await browser.post('/keys', { name: '0' })).body;
    for (let i = 1; i <= 60; i++) await browser.patch(`/keys/${id}`, { name: String(i) });
    const first = (await browser.get('/events')).body;
    const second = (await browser.get(`/events?before=${first.before}`)).body;
    const names = [...first.events, ...second.events].map(({ detail }) => detail.name.to ?? detail.name);
    expect(names).toEqual(Array.from({ length: 61 }, (_, i) => String(60 - i)));
    expect([first.events.length, second.before]).toEqual([50, null]);
    expect(await browser.get('/events?before=x')).toMatchObject(refused('before'));
    expect(await browser.get('/events?after=1')).toMatchObject(refused('after'));
  });
});
