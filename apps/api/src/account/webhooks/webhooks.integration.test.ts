import { randomUUID } from 'node:crypto';
import { openSecret } from '@mandate/config';
import { createWebhookWorkStore } from '@mandate/store';
import { at, createTestLedger, delegate, row } from '@mandate/testing/ledger/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWallet } from '../testing/browser.ts';
import { type Stage, startStage, WEBHOOK_KEYS } from '../testing/stage.ts';

let stage: Stage;
let chainId: number;
beforeAll(async () => {
  stage = await startStage();
  const { openChain, write } = createTestLedger(stage.database);
  chainId = await openChain();
  await write(chainId, 3, ...[1, 2, 3].map((n) => row(delegate(`${n}`), at(n))));
});
afterAll(() => stage.close());

async function signIn() {
  const browser = stage.createBrowser();
  expect((await browser.signIn(createWallet())).status).toBe(201);
  return browser;
}

const FIELDS = { name: 'gate', url: 'https://hooks.example/mandate' };
const refused = (parameter: string) => ({
  status: 400,
  body: { code: 'invalid_parameters', errors: [{ parameter }] },
});

async function create() {
  const browser = await signIn();
  const { body } = await browser.post('/webhooks', FIELDS);
  return { browser, ...body, path: `/webhooks/${body.id}` };
}

/** Does what a worker does: its URL has answered the challenge, and its first change fails. */
async function fail(id: string, failures: number) {
  const work = createWebhookWorkStore(stage.database);
  const worker = randomUUID();
  await work.beat(worker, 60_000);
  const [held] = await work.load(worker, [id]);
  if (!held) throw new Error('The worker does not have the endpoint.');
  await work.settle(worker, held, 'new', 'active', null);
  const attempt = {
    ...{ endpointId: id, chainId, eventId: '1-a', type: 'delegation.granted' },
    attempt: failures,
  };
  const answer = { at: new Date(), status: 500, error: 'It answered 500.', ms: 12, body: 'no' };
  const failing = { failures, failingEvent: '1-a', failingNumber: 1, lastError: answer.error };
  const lanes = held.lanes.filter((lane) => lane.chainId === chainId);
  await work.commit(
    worker,
    lanes.map((lane) => ({ ...{ endpointId: id, fence: held.fence }, ...lane, ...failing })),
    [{ ...attempt, ...answer }],
  );
  await work.leave(worker);
}

it('an endpoint shows its secret once, and is changed, paused, resumed, rotated and deleted', async () => {
  const browser = await signIn();
  const wallets = [`0x${'a'.repeat(40)}`];
  const made = await browser.post('/webhooks', { ...FIELDS, wallets, chainIds: [1], rights: null });
  expect(made.status).toBe(201);
  const { secret, ...record } = made.body;
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(record).toMatchObject({ ...FIELDS, state: 'new', mark: 'latest', aliveMinutes: 10, kinds: null });
  expect(record).toMatchObject({ chainIds: [1], wallets: ['0xaAaAaAaaAaAaAaaAaAAAAAAAAaaaAaAaAaaAaaAa'] });
  const { id } = record;
  const { rows } = await stage.database.query('select secret from webhook_endpoint where id = $1', [id]);
  expect(openSecret(WEBHOOK_KEYS, id, rows[0].secret)).toBe(secret);

  const path = `/webhooks/${id}`;
  expect((await browser.get('/webhooks')).body).toMatchObject({ endpoints: [record], choices: { max: 20 } });
  expect((await browser.get(path)).body).toEqual(record);
  expect((await browser.patch(path, { kinds: ['all'], name: 'door' })).body).toMatchObject({
    ...{ kinds: ['all'], name: 'door', wallets: record.wallets, state: 'new' },
  });
  expect(await browser.post(`${path}/test`)).toMatchObject({ status: 400 });
  await fail(id, 1);
  expect((await browser.post(`${path}/test`)).body.event).toMatch(/^[\da-f-]{36}$/);
  expect((await browser.post(`${path}/pause`)).body.state).toBe('paused');
  expect((await browser.post(`${path}/resume`)).body.state).toBe('active');
  const rotated = await browser.post(`${path}/rotate`, { overlapHours: 1 });
  expect(rotated.body).toMatchObject({ id, oldSecretUntil: expect.any(String) });
  expect(rotated.body.secret).not.toBe(secret);
  expect((await browser.delete(path)).status).toBe(204);
  expect((await browser.get('/webhooks')).body.endpoints).toEqual([]);
  const { events } = (await browser.get('/events')).body;
  const about = { actor: 'owner', key: null, endpoint: { id, name: 'door' } };
  expect(events).toMatchObject([
    { ...about, event: 'removed', detail: {} },
    { ...about, event: 'rotated', detail: { overlapMs: 3_600_000 } },
    { ...about, event: 'resumed' },
    { ...about, event: 'paused' },
    {
      ...{ ...about, event: 'changed' },
      detail: { kinds: { from: null, to: ['all'] }, name: { from: FIELDS.name, to: 'door' } },
    },
    {
      ...{ ...about, event: 'created', endpoint: { id, name: FIELDS.name } },
      detail: { url: FIELDS.url, wallets, mark: 'latest' },
    },
  ]);
});

it('is nothing to another wallet, nor to nobody', async () => {
  const { path } = await create();
  const [other, nobody] = [await signIn(), stage.createBrowser()];
  for (const [browser, status] of [
    [other, 404],
    [nobody, 401],
  ] as const) {
    const body = { chainId, event: 'a', block: 1 };
    const asked = [
      browser.get(path),
      browser.get(`${path}/deliveries`),
      browser.patch(path, { name: 'theirs' }),
      browser.delete(path),
      ...['pause', 'resume', 'rotate', 'test'].map((action) => browser.post(`${path}/${action}`)),
      browser.post(`${path}/replay`, { chainId, block: body.block }),
      browser.post(`${path}/skip`, { chainId, event: body.event }),
    ];
    for (const answer of await Promise.all(asked)) expect(answer.status).toBe(status);
  }
  expect((await other.get('/webhooks/1')).status).toBe(404);
  expect((await other.get('/webhooks')).body.endpoints).toEqual([]);
});

it.each([
  ['url', { url: 'http://hooks.example' }],
  ['url', { url: 'https://127.0.0.1/' }],
  ['name', { name: ' ' }],
  ['chainIds', { chainIds: [] }],
  ['chainIds.0', { chainIds: [5] }],
  ['wallets.0', { wallets: ['mira.eth'] }],
  ['wallets', { wallets: Array.from({ length: 101 }, () => `0x${'1'.repeat(40)}`) }],
  ['rights.0', { rights: ['vote'] }],
  ['kinds.0', { kinds: ['nft'] }],
  ['aliveMinutes', { aliveMinutes: 61 }],
  ['owner', { owner: 'me' }],
])('a wrong %s is named', async (parameter, given) => {
  expect(await (await signIn()).post('/webhooks', { ...FIELDS, ...given })).toMatchObject(refused(parameter));
});

it('a mark is refused where a chain has none', async () => {
  const browser = await signIn();
  await stage.database.query('update chain set safe_number = null where chain_id = $1', [chainId]);
  expect(await browser.post('/webhooks', { ...FIELDS, mark: 'safe' })).toMatchObject(refused('mark'));
  const { status, body } = await browser.post('/webhooks', { ...FIELDS, mark: 'finalized' });
  expect(status).toBe(201);
  expect(await browser.patch(`/webhooks/${body.id}`, { mark: 'safe' })).toMatchObject(refused('mark'));
});

it('a wallet has twenty at most', async () => {
  const browser = await signIn();
  for (let i = 0; i < 20; i++) expect((await browser.post('/webhooks', FIELDS)).status).toBe(201);
  expect((await browser.post('/webhooks', FIELDS)).body.detail).toContain('Delete one');
});

it('is replayed from a time, a block or a cursor', async () => {
  const { browser, path } = await create();
  const replay = async (from: object) => browser.post(`${path}/replay`, { chainId, ...from });
  const page = await fetch(`${stage.url}/changes?cursor=start&limit=1`);
  const { cursor } = (await page.json()) as { cursor: string };
  expect((await replay({ cursor })).body).toEqual({ chainId, after: 1 });
  expect((await replay({ block: 3 })).body).toEqual({ chainId, after: 2 });
  expect((await replay({ cursor: `block:${chainId}:3` })).body).toEqual({ chainId, after: 2 });
  expect((await replay({ cursor: 'time:0' })).body).toEqual({ chainId, after: 0 });
  expect(await replay({ cursor: 'block:999:3' })).toMatchObject(refused('cursor'));
  expect(await replay({ time: '2100-01-01T00:00:00Z' })).toMatchObject(refused('time'));
  expect((await replay({ time: '2000-01-01T00:00:00Z' })).body).toEqual({ chainId, after: 0 });
  expect(await replay({ cursor: `${chainId}-1-00000000` })).toMatchObject(refused('cursor'));
  expect(await replay({ cursor: 'start' })).toMatchObject(refused('cursor'));
  expect((await replay({})).body.errors).toHaveLength(3);
  expect((await replay({ block: 1, cursor })).body.errors).toHaveLength(3);
});

it('an event that failed three times is shown with its deliveries, and skipped', async () => {
  const { browser, path, id } = await create();
  await browser.post(`${path}/replay`, { chainId, block: 1 });
  const skip = () => browser.post(`${path}/skip`, { chainId, event: '1-a' });
  await fail(id, 2);
  expect(await skip()).toMatchObject(refused('event'));
  await fail(id, 3);
  const lane = (await browser.get(path)).body.chains.find(
    (one: object) => 'chainId' in one && one.chainId === chainId,
  );
  expect(lane).toMatchObject({
    failing: { event: '1-a', failures: 3, maySkip: true, error: 'It answered 500.' },
  });
  const { deliveries, before } = (await browser.get(`${path}/deliveries`)).body;
  expect(before).toBe(null);
  expect(deliveries).toMatchObject([
    { event: '1-a', type: 'delegation.granted', attempt: 3, status: 500, ms: 12, body: 'no' },
    { attempt: 2 },
  ]);
  const { at: time } = deliveries[0];
  expect((await browser.get(`${path}/deliveries?before=${time}`)).body.deliveries).toHaveLength(1);
  expect((await skip()).body.chains).toContainEqual({
    chainId,
    behind: 2,
    completeBlock: null,
    failing: null,
  });
});

it('a secret key without limits manages the endpoints of its wallet at /webhooks', async () => {
  const { browser, id } = await create();
  const ask = async (key?: string) => {
    const headers = { accept: 'application/json', ...(key && { 'x-api-key': key }) };
    const answer = await fetch(`${stage.url}/webhooks`, { headers });
    return { status: answer.status, body: (await answer.json()) as object };
  };
  const makeKey = async (fields: object) => (await browser.post('/keys', { name: 'a', ...fields })).body.key;
  expect((await ask(await makeKey({}))).body).toMatchObject({ endpoints: [{ id }] });
  expect(await ask()).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } });
  for (const fields of [
    { kind: 'publishable', origins: ['https://a.example'] },
    { chains: [1] },
    { operations: ['v2CheckAll'] },
  ])
    expect((await ask(await makeKey(fields))).status).toBe(403);
});
